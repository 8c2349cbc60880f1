// A person's decisions on subjects: made, kept, saved and loaded; and the links to the subjects' own pages.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { column, findSubject, listed, openReport, ownReport, testsOf, texts } from "./reports.js";

const reportTest = testsOf(ownReport);

const rowOf = (page, id) => page.locator("#subjects tbody tr", { has: page.locator("button.link", { hasText: id }) });
const decisionOf = (page, id) => rowOf(page, id).locator("select").inputValue();
const flaggedIds = ({ own }) => own.outliers.flagged.map(({ subject }) => own.ids[subject]);

/// Returns the file that the page saves.
async function saved(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-decisions")]);
  assert.equal(download.suggestedFilename(), "decisions.csv");
  return readFileSync(await download.path(), "utf8");
}

/// Loads a file with this text. @return what the page says about it
async function load(page, text) {
  const file = resolve("loaded.csv");
  writeFileSync(file, text);
  await page.locator("#told").evaluate((told) => { told.textContent = ""; });
  await page.setInputFiles("#decisions-file", file);
  await page.locator("#told", { hasText: "oaded" }).waitFor();
  return page.locator("#told").innerText();
}

reportTest("a decision and a note are made in the card, and there when the page is opened again", async (page, data) => {
  const [id] = flaggedIds(data);
  await findSubject(page, id);
  await page.locator("#chosen button", { hasText: "exclude" }).click();
  await page.fill("#chosen textarea", "ghosting in slice 12");
  assert.equal(await decisionOf(page, id), "exclude");
  await page.reload();
  await page.fill("#search", "GHOSTING");
  assert.equal(await decisionOf(page, id), "exclude");
  assert.match(await page.locator("#subjects .noted").innerText(), /^ghosting in slice 12$/);
  assert.match(await page.locator("#headline").innerText(), / 1 decided: 1 exclude$/);
  await page.keyboard.press("Enter");
  const pressed = page.locator("#chosen button[aria-pressed=true]");
  assert.equal(await pressed.innerText(), "Exclude");
  await pressed.click();
  assert.equal(await decisionOf(page, id), "");
});

reportTest("decisions are made in the table with the keyboard alone, and listed", async (page, data) => {
  const [first, second] = flaggedIds(data);
  await rowOf(page, first).locator("select").focus();
  await page.keyboard.press("r");
  await page.keyboard.press("Tab");
  assert.equal(await decisionOf(page, first), "recheck");
  await rowOf(page, second).locator("select").selectOption("keep");
  assert.match(await page.locator("#headline").innerText(), / 2 decided: 1 keep, 1 recheck$/);
  await page.selectOption("#decision-filter", "recheck");
  assert.deepEqual(await column(page, "Subject"), [first]);
  await rowOf(page, first).locator("select").selectOption("");
  assert.equal(await page.locator("#found").innerText(), "1 subject"); // who is being worked on stays
  await page.selectOption("#decision-filter", "open");
  assert.equal(await page.locator("#found").innerText(), `${data.own.ids.length - 1} subjects`);
});

reportTest("what was saved is loaded elsewhere", async (page, data) => {
  const [id] = flaggedIds(data);
  const other = data.own.ids.findLast((id, subject) => !listed(data).includes(subject));
  await rowOf(page, id).locator("select").selectOption("exclude");
  await findSubject(page, other);
  await page.fill("#chosen textarea", 'moved, "a lot"; =1+1');
  const text = await saved(page);
  assert.ok(text.startsWith("\uFEFFid,decision,note,flag,outlier_score,odd_measures\r\n"));
  assert.equal(text.trim().split("\r\n").length, 1 + listed(data).length + 1);
  const elsewhere = await openReport(page.context().browser(), ownReport);
  assert.equal(await decisionOf(elsewhere, id), "");
  assert.equal(await load(elsewhere, text), `Loaded: ${listed(data).length + 1}.`);
  assert.equal(await decisionOf(elsewhere, id), "exclude");
  await elsewhere.fill("#search", other);
  assert.equal(await elsewhere.locator("#subjects .noted").innerText(), 'moved, "a lot"; =1+1');
  assert.equal(await load(elsewhere, text.replaceAll(",", ";").replaceAll("exclude", "KEEP")), `Loaded: ${listed(data).length + 1}.`);
  await elsewhere.fill("#search", id);
  assert.equal(await decisionOf(elsewhere, id), "keep");
  await elsewhere.close();
});

reportTest("the excluded alone are saved, an id a line", async (page, data) => {
  const [first, second] = flaggedIds(data);
  assert.ok(await page.locator("#save-excluded").isHidden());
  await rowOf(page, second).locator("select").selectOption("keep");
  await rowOf(page, first).locator("select").selectOption("exclude");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-excluded")]);
  assert.equal(download.suggestedFilename(), "exclude.txt");
  assert.equal(readFileSync(await download.path(), "utf8"), `${first}\n`);
  await rowOf(page, first).locator("select").selectOption("");
  assert.ok(await page.locator("#save-excluded").isHidden());
});

const withDecisions = (data) => {
  const [{ subject }] = data.own.outliers.flagged;
  data.own.decisions = [[subject, "exclude", ""], [subject + 1, "<b>", ""]];
};

reportTest("a page begins with the decisions saved beside it, and what is changed stays changed", async (page, data) => {
  const [id] = flaggedIds(data);
  assert.match(await page.locator("#headline").innerText(), / 1 decided: 1 exclude/);
  assert.equal(await decisionOf(page, id), "exclude");
  await rowOf(page, id).locator("select").selectOption("");
  await page.reload();
  assert.equal(await decisionOf(page, id), "");
}, { change: withDecisions });

reportTest("decisions on scans that are not on this page stay in the browser", async (page, data) => {
  const [id] = flaggedIds(data);
  const name = `dsne decisions ${data.own.key}`;
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [name, '[["sub-of-last-year","exclude","seen"]]']);
  await page.reload();
  await rowOf(page, id).locator("select").selectOption("keep");
  const kept = JSON.parse(await page.evaluate((key) => localStorage.getItem(key), name));
  assert.deepEqual(kept.sort(), [["sub-of-last-year", "exclude", "seen"], [id, "keep", ""]].sort());
});

reportTest("decisions on scans that are not on this page are saved with the others, and excluded with them", async (page, data) => {
  const [id] = flaggedIds(data);
  await rowOf(page, id).locator("select").selectOption("exclude");
  const rows = (await saved(page)).trim().split("\r\n");
  assert.ok(rows.includes("sub-of-last-year,exclude,seen,,,") && rows.includes("sub-other,keep,,,,"));
  assert.match(await page.locator("#told").innerText(), / 2 decisions on subjects who are not on this page went with it\.$/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-excluded")]);
  assert.equal(readFileSync(await download.path(), "utf8"), `${id}\nsub-of-last-year\n`);
  assert.match(await page.locator("#headline").innerText(), / 1 decided: 1 exclude/);
}, { change: (data) => {
  data.own.decisions_elsewhere = [["sub-of-last-year", "exclude", "seen"], ["sub-other", "keep", ""], ["sub-open", "", ""]];
} });

reportTest("a file that is no list of decisions changes nothing, and one that is in part says so", async (page, data) => {
  const [id] = flaggedIds(data);
  await rowOf(page, id).locator("select").selectOption("exclude");
  for (const [text, answer] of [
    ["", "Nothing was loaded: the first line must name the columns id and decision."],
    ["\0\u0001\u0002", "Nothing was loaded: the first line must name the columns id and decision."],
    [`id,decision\n${id},"keep`, "Nothing was loaded: a quotation mark is not closed."],
    [`subject,verdict\n${id},keep\n`, "Nothing was loaded: the first line must name the columns id and decision."],
    [`id,decision\n${`${id},keep\n`.repeat(200001)}`, "Nothing was loaded: it has too many rows."],
    [`id,decision\n${"x".repeat(10000001)}`, "Nothing was loaded: the file is too large."],
    ["id,decision\n__proto__,keep\nconstructor,keep\n", "Loaded: 0. Not in this report, and kept: 2."],
    [`id,decision\n${id},<b>\n`, "Loaded: 0. Not understood (a decision is keep, recheck, exclude or empty): 1."],
    [`id,decision\n${id}\n`, "Loaded: 1."],
  ]) {
    assert.equal(await load(page, text), answer);
    assert.equal(await decisionOf(page, id), answer === "Loaded: 1." ? "" : "exclude");
  }
  await load(page, `note,id,decision\n"<img src=x onerror=harmed=1>${"y".repeat(600)}",${id},keep\n`);
  const note = await rowOf(page, id).locator(".noted").innerText();
  assert.equal(note.length, 500);
  assert.ok(note.startsWith("<img src=x onerror=harmed=1>y"));
  assert.equal(await page.evaluate(() => window.harmed), undefined);
});

const hostileIds = ["=HYPERLINK(1)", "+1+1", "@SUM(1)", "-2+3", "-5", "'=x", 'a"b,c\r', "../../etc", "javascript:harmed=1", "<img src=x onerror=harmed=1>"];
const withHostileIds = (data) => {
  data.own.ids = data.own.ids.map((id, subject) => hostileIds[subject] ?? id);
  data.own.outliers.flagged = hostileIds.map((id, subject) => ({ subject, reasons: ["=cmd 1, usual 0 to 0.5: high"] }));
  data.own.outliers.odd.subjects = [...hostileIds.keys()];
  data.own.outliers.also_check = [];
};

reportTest("no cell of a saved file is a formula, and all are read back", async (page) => {
  await page.click("#filters [data-filter=odd]");
  for (const select of await page.locator("#subjects tbody select").all()) await select.selectOption("recheck");
  const text = await saved(page);
  const lines = text.split("\r\n").slice(1);
  assert.ok(lines.filter((line) => line !== "").every((line) => !/^"?[=+@]|,"?[=+@-]/.test(line)), text);
  assert.ok(lines.some((line) => line.startsWith("'=HYPERLINK(1),")));
  assert.ok(lines.some((line) => line.startsWith("-5,")));
  assert.ok(lines.some((line) => line.startsWith("''=x,")));
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  assert.equal(await load(page, text), `Loaded: ${hostileIds.length}.`);
  await page.selectOption("#decision-filter", "recheck");
  assert.equal(await page.locator("#found").innerText(), `${hostileIds.length} subjects`);
}, { change: withHostileIds });

reportTest("the ids that are flagged, or in the list on all its pages and as it is filtered, are copied", async (page, data) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click(".more summary");
  const copied = async (which) => {
    await page.locator("#told").evaluate((told) => { told.textContent = ""; });
    await page.click(`#copy-${which}`);
    await page.locator("#told", { hasText: "Copied" }).waitFor();
    return (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
  };
  const [id] = flaggedIds(data);
  assert.deepEqual(await copied("flagged"), flaggedIds(data));
  assert.deepEqual((await copied("listed")).sort(), [...data.own.ids].sort());
  await rowOf(page, id).locator("select").selectOption("exclude");
  await page.selectOption("#decision-filter", "exclude");
  assert.deepEqual(await copied("listed"), [id]);
  assert.equal(await page.locator("#told").innerText(), "Copied: 1 id.");
});

reportTest("a template makes a link to each subject's own page", async (page) => {
  await page.click(".more summary");
  await page.fill("#link-template", "../mriqc/{id}.html");
  const links = () => page.locator("#subjects tbody a").evaluateAll((all) => all.map((link) => [link.getAttribute("href"), link.rel]));
  await page.click("#filters [data-filter=odd]");
  for (const [link, rel] of await links()) {
    assert.match(link, /^\.\/\.\.\/mriqc\/[^/:<>"]+\.html$/);
    assert.equal(rel, "noopener noreferrer");
  }
  assert.ok((await links()).some(([link]) => link === "./../mriqc/javascript%3Aharmed%3D1.html"));
  await page.fill("#link-template", "https://viewer.example/scan?id={id}");
  assert.ok((await links()).some(([link]) => link === "https://viewer.example/scan?id=..%2F..%2Fetc"));
  await page.reload();
  await page.click(".more summary");
  assert.equal(await page.inputValue("#link-template"), "https://viewer.example/scan?id={id}");
  for (const bad of ["javascript:alert({id})", " javascript:{id}", "{id}:x", "data:text/html,{id}", "file:///{id}", "//host/{id}", "/{id}", "\\\\host\\{id}",
    "http://host/{id}", "https://{id}/", "HTTPS:{id}", "page.html"]) {
    await page.fill("#link-template", bad);
    assert.notEqual(await page.locator("#link-fault").innerText(), "", bad);
    assert.equal((await links()).length, 0, bad);
  }
  await page.fill("#link-template", "");
  assert.equal(await page.locator("#link-fault").innerText(), "");
}, { change: withHostileIds });

reportTest("what another page put into the browser's store is checked", async (page, data) => {
  const { key } = data.own;
  for (const kept of ["{", "null", "7", '{"a":1}', '[1,[],["nobody","keep",""],[null,null,null],[{},{},{}]]', `[["${"x".repeat(1e5)}","keep"]]`]) {
    await page.evaluate(([name, text]) => localStorage.setItem(name, text), [`dsne decisions ${key}`, kept]);
    await page.evaluate(([name]) => localStorage.setItem(name, '"javascript:{id}"'), [`dsne link ${key}`]);
    await page.reload();
    assert.match(await page.locator("#headline").innerText(), / 0 decided/);
    assert.equal(await page.locator("#subjects tbody a").count(), 0);
  }
});

reportTest("in a frame that keeps nothing the page works and says so", async (page) => {
  writeFileSync(resolve("own_frame.html"), `<iframe sandbox="allow-scripts" width="1000" height="800" src="${pathToFileURL(ownReport)}"></iframe>`);
  const frames = await page.context().browser().newPage();
  const errors = [];
  frames.on("pageerror", (error) => errors.push(String(error)));
  await frames.goto(pathToFileURL(resolve("own_frame.html")).href);
  const frame = frames.frameLocator("iframe");
  await frame.locator("#subjects tbody select").first().selectOption("keep");
  assert.match(await frame.locator("#headline").innerText(), / 1 decided: 1 keep\. .*keeps nothing/);
  assert.deepEqual(errors, []);
  await frames.close();
});

reportTest("the page says whose it is, of which run and day, and what the score is", async (page, data) => {
  const origin = Object.fromEntries((await texts(page.locator(".origin div"))).map((line) => line.split("\n")));
  assert.equal(origin.Site, data.sites[data.own.site]);
  assert.equal(origin.Run, "simulatorRun");
  assert.match(origin["Made on"], /^20\d\d-\d\d-\d\d$/);
  assert.match(origin.Version, /^\d+\.\d+\.\d+$/);
  assert.deepEqual(await texts(page.locator("#legend li", { hasText: "this site" }).locator(".name")), [origin.Site]);
  await page.click(".more summary");
  assert.match(await page.locator("#score-note").innerText(), /in typical spreads above this site's median/);
});

reportTest("settings that are at their defaults are folded away", async (page) => {
  assert.ok(!(await page.locator(".facts").isVisible()));
  await page.focus("#about > summary");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".facts").innerText(), /Measures left out\s+none\s+Settings at their defaults/); // in this run
  const others = page.locator(".facts details th");
  assert.ok(!(await others.first().isVisible()));
  await page.focus(".facts summary");
  await page.keyboard.press("Enter");
  assert.ok((await texts(others)).includes("perplexity"));
  assert.ok(await others.first().isVisible());
});
