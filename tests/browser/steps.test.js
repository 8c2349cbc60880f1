// The steps of docs/worked-example.md from the opened report to the saved list, one after the other, as a person goes through them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { column, findSubject, listed, ownReport, sortBy, testsOf, texts } from "./reports.js";

const reportTest = testsOf(ownReport);

/// Returns the words of a saved list's rows, without quotes.
const rowsOf = (csv) => csv.replace(/^\uFEFF/, "").trim().split("\r\n").map((row) => row.match(/("([^"]|"")*"|[^,]*)(,|$)/g).map((cell) => cell.replace(/,$/, "").replace(/^"|"$/g, "")));

reportTest("from an opened report to a saved list of exclusions", async (page, data) => {
  const flagged = data.own.outliers.flagged.map(({ subject }) => data.own.ids[subject]);
  // 7. Read the top of the page and the part about the run.
  assert.ok((await page.locator("#headline").innerText()).startsWith(`${flagged.length} of ${data.own.ids.length} to look at, `));
  await page.click("#about > summary");
  const about = await page.locator("#about").innerText();
  assert.match(about, new RegExp(`Of ${data.own.ids.length} subjects, \\d+ (is|are) listed as odd`));
  // 8. Look at the map: the legend has the reference and each site.
  const legend = (await texts(page.locator("#legend .name"))).join("\n");
  for (const site of data.sites) assert.ok(legend.includes(site) || legend.includes("reference"), site);
  // 9. Go through the flagged subjects: they are on top, each with a reason.
  assert.deepEqual((await texts(page.locator("#subjects tbody button.link"))).slice(0, flagged.length).sort(), [...flagged].sort());
  for (const reason of (await column(page, "Reasons")).slice(0, flagged.length)) assert.notEqual(reason, "");
  // 10. Look at the scans: each subject leads to its own page; the score leads on.
  await page.click(".more summary");
  await page.fill("#link-template", "{id}.html");
  await page.keyboard.press("Enter");
  const first = page.locator("#subjects tbody button.link").first();
  const chosen = await first.innerText();
  await first.click();
  assert.ok((await page.locator("#chosen a").getAttribute("href")).endsWith(`${chosen}.html`));
  await sortBy(page, "Odd");
  const scores = (await column(page, "Odd")).map((score) => Number(score.replace("\u2212", "-")));
  assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
  // 11. Decide on each flagged subject; add a note to the first decision.
  for (const [i, id] of flagged.entries()) {
    await findSubject(page, id);
    await page.locator("#chosen button", { hasText: i === 0 ? "recheck" : "exclude" }).click();
    if (i === 0) await page.fill("#chosen textarea", "rings in all slices");
  }
  await page.fill("#search", "");
  assert.match(await page.locator("#headline").innerText(), new RegExp(` ${flagged.length} decided: 1 recheck, ${flagged.length - 1} exclude$`));
  // 12. Save the list.
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-decisions")]);
  const [names, ...rows] = rowsOf(readFileSync(await download.path(), "utf8"));
  assert.deepEqual(names.slice(0, 5), ["id", "decision", "note", "flag", "outlier_score"]);
  assert.deepEqual(rows.map(([id]) => id).sort(), listed(data).map((subject) => data.own.ids[subject]).sort());
  const noted = rows.find(([id]) => id === flagged[0]);
  assert.deepEqual(noted.slice(1, 4), ["recheck", "rings in all slices", "flagged"]);
  assert.ok(rows.every(([id, decision]) => decision === (id === flagged[0] ? "recheck" : flagged.includes(id) ? "exclude" : "")));
});
