// The measures: their strips, the map and the table by one of them, and who is alike in them.
import assert from "node:assert/strict";
import { changedReport, column, ownReport, testsOf, texts } from "./reports.js";

const reportTest = testsOf(ownReport);
const chosen = (page) => page.locator("#chosen strong").innerText();
const names = (page) => texts(page.locator("#strip-names button"));

/// Where strips.js draws the dots of the first measure, on the page, for each subject.
function dotsOfFirstStrip({ strips }, box) {
  const { values, centre, scale } = strips[0];
  const left = Math.min(220, (box.width) * 0.34) + 36;
  const across = (value) => (Math.max(-8, Math.min(8, (value - centre) / scale)) + 8) / 16;
  const up = (subject) => (1 + 0.6 * (((subject * 0.618034) % 1) - 0.5)) / (Math.min(30, strips.length) + 1);
  return values.map((value, subject) => ({
    x: box.x + left + across(value) * (box.width - left - 50),
    y: box.y + 8 + up(subject) * (box.height - 52),
  }));
}

reportTest("a dot of a measure's strip chooses its subject", async (page, data) => {
  await page.locator("#strip-plot").evaluate((strips) => strips.scrollIntoView({ block: "start" }));
  const dots = dotsOfFirstStrip(data.own, await page.locator("#strip-plot").boundingBox());
  const nearest = (dot) => Math.min(...dots.filter((other) => other !== dot).map(({ x, y }) => Math.hypot(x - dot.x, y - dot.y)));
  const lonely = dots.reduce((best, dot) => (nearest(dot) > nearest(best) ? dot : best));
  await page.mouse.click(lonely.x, lonely.y);
  assert.equal(await chosen(page), data.own.ids[dots.indexOf(lonely)]);
});

reportTest("points are coloured, and subjects sorted, by any measure", async (page, data) => {
  const strip = data.own.strips[data.own.strips.length - 1];
  await page.fill("#measure", strip.feature);
  assert.equal(await page.locator("#colourings button[aria-pressed=true]").innerText(), `By ${strip.feature}`);
  const counts = (await texts(page.locator("#legend .count"))).map(Number);
  const deviations = strip.values.map((value) => (value - strip.centre) / strip.scale);
  assert.deepEqual(counts, [[-Infinity, -3], [-3, -2], [-2, -1], [-1, 1], [1, 2], [2, 3], [3, Infinity]].map(([from, to]) =>
    deviations.filter((deviation) => deviation >= from && deviation < to).length).concat(data.site.length - data.own.ids.length));
  await page.locator("#subjects thead button", { hasText: strip.feature }).click();
  const values = (await column(page, strip.feature)).map(Number);
  assert.deepEqual(values, [...strip.values].sort((a, b) => b - a).slice(0, 50));
  await page.fill("#measure", "");
  assert.equal(await page.locator("#colourings button[aria-pressed=true]").innerText(), "By site");
  assert.equal(await page.locator("#subjects thead button", { hasText: strip.feature }).count(), 0);
});

reportTest("a measure is found by part of its name, and its name colours the map", async (page, data) => {
  const all = data.own.strips.map(({ feature }) => feature);
  assert.deepEqual(await names(page), all.slice(0, 30));
  const sought = all[all.length - 1].slice(-3);
  await page.fill("#strip-search", sought.toUpperCase());
  const found = all.filter((feature) => feature.includes(sought));
  assert.deepEqual(await names(page), found.slice(0, 30));
  assert.equal(await page.locator("#strips-found").innerText(), `${Math.min(30, found.length)} shown of ${found.length}`);
  await page.locator("#strip-names button").first().click();
  assert.equal(await page.inputValue("#measure"), found[0]);
  await page.fill("#strip-search", "no such measure");
  assert.deepEqual(await names(page), []);
});

reportTest("where a strip is clipped it says how many are off either end", async (page, data) => {
  const { centre, scale, values } = data.own.strips[0];
  const off = (sign) => values.filter((value) => (sign * (value - centre)) / scale > 8).length;
  assert.ok(off(1) >= 3 && off(-1) >= 2);
  assert.match(await page.locator("#strip-names li").first().textContent(), new RegExp(`${off(-1)} below, ${off(1)} above`));
}, {
  file: () => changedReport(ownReport, "clipped", (data) => {
    const { values, centre, scale } = data.own.strips[0];
    [9, 10, 1e9, -9, -1e9].forEach((deviation, subject) => { values[subject] = centre + deviation * scale; });
    return data;
  }),
});

reportTest("a measure that is compared by its logarithm, and a value that is missing", async (page, data) => {
  await page.fill("#measure", data.own.strips[0].feature);
  const counts = (await texts(page.locator("#legend .count"))).map(Number);
  const known = data.own.strips[0].values.filter((value) => value !== null);
  assert.equal(counts[3], known.length - 1); // e², the middle
  assert.equal(counts[6], 1); // e⁶, four deviations above
  assert.equal((await texts(page.locator("#legend .name")))[6], `${Number(Math.exp(5).toPrecision(4))} and more`);
  await page.locator("#subjects thead button", { hasText: data.own.strips[0].feature }).click();
  assert.equal((await column(page, data.own.strips[0].feature))[0], "");
  assert.match(await page.locator("#strips-note").innerText(), /middle half of all sites' subjects/);
  assert.match(await page.locator("#score-note").innerText(), /ordinary subjects of all sites/);
  assert.doesNotMatch(await page.locator("#strips-section").innerText(), /reference/);
}, {
  file: () => changedReport(ownReport, "logarithm", (data) => {
    data.own.compared_with = "all sites";
    Object.assign(data.own.strips[0], { logarithm: true, centre: 2, scale: 1, reference: [1, 2, 7, 20, 50] });
    data.own.strips[0].values = data.own.strips[0].values.map((_, subject) => (subject === 0 ? Math.exp(6) : subject === 1 ? null : Math.exp(2)));
    return data;
  }),
});

reportTest("a subject's nearest are listed, on the map and in the measures, and lead on", async (page, data) => {
  const subject = data.own.outliers.flagged[0].subject;
  await page.fill("#search", data.own.ids[subject]);
  await page.keyboard.press("Enter");
  await page.click("#chosen summary");
  const own = data.site.flatMap((site, point) => (site === data.own.site ? [point] : []));
  const distance = (point) => data.places.reduce((sum, axis) => sum + (axis[point] - axis[own[subject]]) ** 2, 0);
  const nearest = data.site.map((_, point) => point).filter((point) => point !== own[subject]).sort((a, b) => distance(a) - distance(b) || a - b).slice(0, 8);
  const listed = await texts(page.locator("#chosen ol").first().locator("li"));
  listed.forEach((text, i) => assert.ok(text.startsWith(own.includes(nearest[i]) ? data.own.ids[own.indexOf(nearest[i])] : data.sites[data.site[nearest[i]]])));
  assert.equal(listed.length, 8);
  const units = (each) => data.own.strips.map(({ values, centre, scale }) => Math.max(-8, Math.min(8, (values[each] - centre) / scale)));
  const mine = units(subject);
  const unlike = data.own.ids.map((_, each) => units(each).reduce((sum, unit, i) => sum + (unit - mine[i]) ** 2, 0));
  const alike = data.own.ids.map((_, each) => each).filter((each) => each !== subject).sort((a, b) => unlike[a] - unlike[b] || a - b);
  const buttons = page.locator("#chosen ol").last().locator("button");
  assert.deepEqual(await texts(buttons), alike.slice(0, 8).map((each) => data.own.ids[each]));
  await buttons.first().click();
  assert.equal(await chosen(page), data.own.ids[alike[0]]);
  assert.ok(await page.locator("#chosen ol").first().isVisible());
});
