// The work at the desk: the first screen, from one subject to the next by keys or buttons, and on a phone.
import assert from "node:assert/strict";
import { chosenId, listed, lonelySubject, onScreen, ownReport, placeOf, testsOf } from "./reports.js";

const reportTest = testsOf(ownReport);
const desk = { viewport: { width: 1400, height: 900 } };
const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.dataset.key);
const listedIds = (data) => listed(data).map((subject) => data.own.ids[subject]);
const boxOf = (page, selector) => page.locator(selector).boundingBox();

reportTest("the first screen has what is to be done, the table, the first subject's card and the map", async (page, data) => {
  const { flagged, also_check: toCheck } = data.own.outliers;
  assert.equal(await page.locator("#headline").innerText(), `${flagged.length} of ${data.own.ids.length} to look at, ${toCheck.length > 0 ? `${toCheck.length} to check, ` : ""}0 decided`);
  assert.equal(await chosenId(page), data.own.ids[flagged[0].subject]);
  const [table, card, map] = await Promise.all(["#table", "#chosen", "#map"].map((each) => boxOf(page, each)));
  for (const { y, height } of [table, card, map]) assert.ok(y >= 0 && y + height <= 900);
  assert.ok(table.x + table.width <= card.x && table.x + table.width <= map.x);
  assert.ok(card.y + card.height <= map.y);
  assert.ok((await page.locator("#chosen .reasons li").allInnerTexts()).every((reason, i) => reason === flagged[0].reasons[i]));
  assert.ok(!(await page.locator(".summary").isVisible()), "prose is folded away");
  await page.click("#about > summary");
  assert.ok(await page.locator(".summary").isVisible());
}, desk);

const bidsNames = (data) => {
  data.own.ids = data.own.ids.map((id, subject) => `sub-${String(subject).padStart(6, "0")}_ses-baseline_run-1_T1w`);
};
for (const width of [400, 1400]) {
  reportTest(`BIDS' long names break behind underscores only, beside a button in one line, at ${width} pixels`, async (page, data) => {
    await page.locator("#subjects tbody button.link").first().click();
    assert.equal(await chosenId(page), data.own.ids[data.own.outliers.flagged[0].subject]);
    assert.ok((await boxOf(page, ".card-head button")).height < 40, "Close is in one line");
    const name = page.locator("#subjects tbody button.link").first();
    assert.equal(await name.innerText(), await chosenId(page));
    const heights = await name.locator("span").evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
    assert.equal(heights.length, 4);
    assert.ok(heights.every((height) => height < 30), heights.join(" "));
  }, { viewport: { width, height: 900 }, change: bidsNames });
}

reportTest("keys go through the list and decide, and the report never scrolls", async (page, data) => {
  const ids = listedIds(data);
  for (const id of ids.slice(1, 8)) {
    await page.keyboard.press("j");
    assert.equal(await chosenId(page), id);
  }
  await page.keyboard.press("k");
  assert.equal(await chosenId(page), ids[6]);
  await page.keyboard.press("e");
  await page.keyboard.press("k");
  await page.keyboard.press("r");
  await page.keyboard.press("k");
  await page.keyboard.press("p");
  assert.match(await page.locator("#headline").innerText(), / 3 decided: 1 keep, 1 recheck, 1 exclude$/);
  await page.keyboard.press("p");
  assert.match(await page.locator("#headline").innerText(), / 2 decided: 1 recheck, 1 exclude$/);
  await page.keyboard.press("n");
  await page.keyboard.type("jumped ep");
  assert.equal(await page.locator("#chosen textarea").inputValue(), "jumped ep");
  assert.equal(await chosenId(page), ids[4]);
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "chosen");
  await page.keyboard.press("Control+e");
  assert.match(await page.locator("#headline").innerText(), / 2 decided/);
  assert.equal(await page.evaluate(() => scrollY), 0);
}, desk);

reportTest("a row far down is chosen with the table where it was, and the list goes on over its pages", async (page, data) => {
  await page.locator("#subjects tbody button.link").nth(49).evaluate((button) => button.click());
  await page.keyboard.press("j");
  assert.match(await page.locator("#page-name").innerText(), /^Page 2 of /);
  const row = await boxOf(page, "#subjects tr[aria-current]");
  const table = await boxOf(page, "#table");
  assert.ok(row.y >= table.y && row.y + row.height <= table.y + table.height + 1, "the row is seen");
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.ok(data.own.ids.includes(await chosenId(page)));
}, desk);

reportTest("Next goes on, and keeps the focus in the card", async (page, data) => {
  const next = page.locator("#chosen button", { hasText: "Next" });
  await next.click();
  assert.equal(await chosenId(page), listedIds(data)[1]);
  assert.equal(await focused(page), "chosen");
  assert.equal(await page.evaluate(() => scrollY), 0);
}, desk);

reportTest("by keyboard the focus goes from a link over the row to the card and back to the row", async (page, data) => {
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "skip");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "subjects-section");
  const [, second] = listedIds(data);
  await page.locator("#subjects tbody button.link", { hasText: second }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await chosenId(page), second);
  assert.equal(await focused(page), "chosen");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#chosen h2").count(), 0);
  assert.equal(await focused(page), `choose ${data.own.ids.indexOf(second)}`);
}, desk);

reportTest("the map grows and shrinks again", async (page) => {
  const small = await boxOf(page, "#map");
  await page.click("#map-size");
  const large = await boxOf(page, "#map");
  assert.ok(large.width > 2 * small.width && large.height > 2 * small.height);
  assert.ok(await page.locator("#tool-select").isVisible());
  await page.click("#map-size");
  assert.deepEqual(await boxOf(page, "#map"), small);
}, desk);

reportTest("beside the large map the card stays in view, and a click on the map fills it", async (page, data) => {
  await page.click("#map-size");
  const [map, card] = await Promise.all(["#map", "#chosen"].map((each) => boxOf(page, each)));
  assert.ok(map.x + map.width <= card.x && card.y >= 0 && card.y < 300);
  const { subject, point } = lonelySubject(data);
  await page.mouse.click(...await onScreen(page, placeOf(data, point)));
  assert.equal(await chosenId(page), data.own.ids[subject]);
  const { y, height } = await page.locator("#chosen button", { hasText: "Keep" }).boundingBox();
  assert.ok(y >= 0 && y + height <= 900, "its buttons are on the screen");
}, desk);

reportTest("where subjects are cards nobody is chosen at the start, up to the last pixel", async (page) => {
  assert.equal(await page.locator("#chosen h2").count(), 0);
  assert.ok(await page.locator("#chosen").isHidden());
}, { viewport: { width: 768, height: 900 } });

reportTest("on a phone subjects are cards, and the chosen one's stays on the screen", async (page, data) => {
  assert.equal(await page.locator("#chosen h2").count(), 0);
  const [first, second] = await page.locator("#subjects tbody tr").all();
  const [a, b] = [await first.boundingBox(), await second.boundingBox()];
  assert.ok(a.width > 330 && a.width <= 390 && b.y > a.y + a.height);
  await page.locator("#subjects tbody button.link").first().click();
  assert.equal(await chosenId(page), listedIds(data)[0]);
  const card = await boxOf(page, "#chosen");
  assert.ok(card.y >= 0 && Math.abs(card.y + card.height - 844) <= 1);
  await page.locator("#chosen button", { hasText: "Recheck" }).click();
  assert.match(await page.locator("#headline").innerText(), / 1 decided: 1 recheck$/);
  await page.locator("#chosen button", { hasText: "Close" }).click();
  assert.ok(await page.locator("#chosen").isHidden());
}, { viewport: { width: 390, height: 844 } });

reportTest("the legend counts groups of subjects as groups", async (page, data) => {
  const entries = (await page.locator("#legend li").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  data.sites.forEach((site, index) => {
    const points = data.site.filter((each) => each === index).length;
    const unit = index === data.own.site ? "" : " groups";
    assert.ok(entries.some((entry) => entry.startsWith(site) && entry.endsWith(`${points.toLocaleString("en")}${unit}`)), site);
  });
}, { change: (data) => {
  data.subjects = data.site.map((site) => (site === data.own.site ? 1 : 12));
  data.widths = data.subjects.map((subjects) => (subjects > 1 ? 2 : 1));
} });
