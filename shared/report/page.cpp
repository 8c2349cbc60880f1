#include "report/page.h"

#include <sodium.h>

#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <map>
#include <span>
#include <string_view>

#include "core/base64.h"
#include "report/html.h"
#include "report/page_parts.h"

namespace dsne::report {
namespace {

std::string paragraphs(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "<p>" + html(sentence) + "</p>\n";
  return text;
}

/// Entries as a list of the class given.
std::string description(const std::string& kind, const Page::Entries& entries) {
  std::string list;
  for (const auto& [name, value] : entries) {
    list += "<div><dt>" + html(name) + "</dt><dd>" + html(value) + "</dd></div>\n";
  }
  return list.empty() ? "" : "<dl class=\"" + kind + "\">\n" + list + "</dl>\n";
}

std::string figure(const std::string& title, const std::string& svg) {
  return "<figure><img alt=\"" + html(title) +
         ": a scatter plot with one mark for each point, coloured by site and, where labels are "
         "known, by label\" src=\"data:image/svg+xml;base64," +
         to_base64(std::as_bytes(std::span(svg))) + "\"></figure>\n";
}

std::string figures(const Page& page) {
  std::string sections;
  for (const PageFigure& each : page.figures) {
    sections += "<section>\n<h2>" + html(each.heading) + "</h2>\n" + paragraphs(each.sentences) +
                "<figure><img alt=\"" + html(each.heading) + "\" src=\"data:image/png;base64," +
                to_base64(std::as_bytes(std::span(each.png))) + "\"></figure>\n</section>\n";
  }
  return sections;
}

std::string table(const Page::Entries& entries) {
  if (entries.empty()) return "";
  std::string rows;
  for (const auto& [name, value] : entries) {
    rows += "<tr><th scope=\"row\">" + html(name) + "</th><td>" + html(value) + "</td></tr>\n";
  }
  return "<table>\n" + rows + "</table>\n";
}

std::string facts(const Page& page) {
  if (page.facts.empty() && page.defaults.empty()) return "";
  const std::string folded =
      page.defaults.empty() ? ""
                            : "<details>\n<summary>Settings at their defaults: " +
                                  std::to_string(page.defaults.size()) + "</summary>\n" +
                                  table(page.defaults) + "</details>\n";
  return "<section class=\"facts\">\n<h2>The run's settings</h2>\n" + table(page.facts) + folded +
         "</section>\n";
}

std::string files(const Page& page) {
  if (page.files.empty()) return "";
  std::string items;
  for (const auto& [name, content] : page.files) {
    items += "<li><a href=\"" + href(name) + "\">" + html(name) + "</a> <span>" + html(content) +
             "</span></li>\n";
  }
  return "<section class=\"files\">\n<h2>Files</h2>\n<ul>\n" + items + "</ul>\n</section>\n";
}

/// JSON that may stand in a script element: nothing in it can end the element.
std::string script_json(const Json& json) {
  std::string text = json.dump(-1, ' ', true);
  boost::algorithm::replace_all(text, "<", "\\u003c");
  return text;
}

/// What a content security policy calls a script of this text.
std::string policy_hash(std::string_view script) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(script.data()),
                     script.size());
  return "sha256-" + to_base64(std::as_bytes(std::span(digest)));
}

using Parts = std::map<std::string_view, std::string>;

/// The skeleton with each {{name}} replaced by the part of that name.
std::string filled(std::string_view skeleton, const Parts& parts) {
  std::string text;
  while (true) {
    const auto open = skeleton.find("{{");
    text += skeleton.substr(0, open);
    if (open == std::string_view::npos) return text;
    const auto close = skeleton.find("}}", open);
    text += parts.at(skeleton.substr(open + 2, close - open - 2));
    skeleton.remove_prefix(close + 2);
  }
}

}  // namespace

std::string page_html(const Page& page) {
  const Parts parts = {{"title", html(page.title)},
                       {"script_hash", policy_hash(page_script)},
                       {"style", std::string(page_style)},
                       {"origin", description("origin", page.origin)},
                       {"highlights", description("highlights", page.highlights)},
                       {"sentences", paragraphs(page.sentences)},
                       {"figure", figure(page.title, page.figure.svg)},
                       {"figures", figures(page)},
                       {"facts", facts(page)},
                       {"files", files(page)},
                       {"data", script_json(to_json(page.plots))},
                       {"licences", html(page_licences)},
                       {"script", std::string(page_script)}};
  return filled(page_skeleton, parts);
}

Files files_of(const Page& page) {
  Files all = files_of(page.figure);
  all.push_back({"index.html", page_html(page), "the report page"});
  return all;
}

}  // namespace dsne::report
