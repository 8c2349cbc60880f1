// Links to each subject's own page, such as MRIQC's, made from a template that the person gives.
import { element } from "./dom.js";

const hole = "{id}";

/// Returns a template's link for an id: a file in the report's folder or a neighbouring one, or an https page. @return null if it may
/// not be followed
export function linkOf(template, id) {
  if (!template.includes(hole) || /[\u0000-\u001f\u007f\\]/.test(template)) return null;
  const isHttps = /^https:\/\/[^/{]+\//i.test(template);
  const isRelative = !/^[^/?#]*:/.test(template) && !template.startsWith("/");
  if (!isHttps && !isRelative) return null;
  const text = template.replaceAll(hole, () => encodeURIComponent(id));
  return isHttps ? text : `./${text}`;
}

/// Returns what is wrong with a template, in a sentence; "" if it is valid.
export function templateFault(template) {
  if (template === "" || linkOf(template, "id") !== null) return "";
  return template.includes(hole)
    ? "A link is relative to this report, or begins with https:// and a host."
    : "A link needs {id} in place of the subject's id.";
}

/// Returns the link to a subject's own page, or null.
export function subjectLink(own, state, subject, text) {
  const template = state.get("link");
  const isKnown = template !== own.link || own.hasReport(subject);
  const address = template && isKnown ? linkOf(template, own.id(subject)) : null;
  return address === null ? null : element("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, text);
}
