// The measures: their strips, the map and the table by one of them, and subjects similar in them.
import assert from "node:assert/strict";
import { chosenId as chosen, column, dataOf, enlargeMap, findSubject, legendCounts, ownPoints, ownReport, sortBy, testsOf, texts } from "./reports.js";

const reportTest = testsOf(ownReport);
const colouring = (page) => page.locator("#colouring option:checked").innerText();
const names = (page) => texts(page.locator("#strip-names button"));

/// Returns where strips.js draws the dots of the first measure, on the page, for each subject.
function dotsOfFirstStrip({ strips }, box) {
  const { values, centre, scale } = strips[0];
  const left = Math.min(300, box.width * 0.38) + 36;
  const across = (value) => (Math.max(-8, Math.min(8, (value - centre) / scale)) + 8) / 16;
  const up = (subject) => (1 + 0.44 * (((subject * 0.618034) % 1) - 0.5)) / (Math.min(30, strips.length) + 1);
  return values.map((value, subject) => ({
    x: box.x + left + across(value) * (box.width - left - 50),
    y: box.y + 4 + up(subject) * (box.height - 8),
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
  await enlargeMap(page);
  const strip = data.own.strips[data.own.strips.length - 1];
  await page.fill("#strip-search", strip.feature);
  await page.locator("#strip-names button").first().click();
  assert.equal(await colouring(page), `By ${strip.feature}`);
  const counts = await legendCounts(page);
  const known = [...strip.values, ...strip.elsewhere].filter((value) => value !== null);
  assert.ok(known.length > strip.values.length, "the reference's points have values, other sites' subjects none");
  const deviations = known.map((value) => (value - strip.centre) / strip.scale);
  assert.deepEqual(counts, [[-Infinity, -3], [-3, -2], [-2, -1], [-1, 1], [1, 2], [2, 3], [3, Infinity]].map(([from, to]) =>
    deviations.filter((deviation) => deviation >= from && deviation < to).length).concat(data.site.length - known.length));
  await sortBy(page, strip.feature);
  const values = (await column(page, strip.feature)).map(Number);
  assert.deepEqual(values, [...strip.values].sort((a, b) => b - a).slice(0, 50));
  await page.locator("#strip-names button").first().click();
  assert.equal(await colouring(page), "By site");
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
  assert.equal(await page.locator("#range-name").textContent(), found[0]);
  await page.fill("#strip-search", "no such measure");
  assert.deepEqual(await names(page), []);
});

reportTest("where a strip is clipped it says how many are off either end", async (page, data) => {
  const { centre, scale, values } = data.own.strips[0];
  const off = (sign) => values.filter((value) => (sign * (value - centre)) / scale > 8).length;
  assert.ok(off(1) >= 3 && off(-1) >= 2);
  assert.match(await page.locator("#strip-names li").first().textContent(), new RegExp(`${off(-1)} below, ${off(1)} above`));
}, { change: (data) => {
  const { values, centre, scale } = data.own.strips[0];
  [9, 10, 1e9, -9, -1e9].forEach((deviation, subject) => { values[subject] = centre + deviation * scale; });
} });

reportTest("a value that is missing, and a range of this site's own", async (page, data) => {
  await page.locator("#strip-names button").first().click();
  await enlargeMap(page);
  const counts = await legendCounts(page);
  const known = data.own.strips[0].values.filter((value) => value !== null);
  assert.equal(counts[3], known.length - 1); // 2, the middle
  assert.equal(counts[6], 1); // four deviations above
  assert.equal(counts[7], data.site.length - known.length);
  await sortBy(page, data.own.strips[0].feature);
  assert.equal((await column(page, data.own.strips[0].feature))[0], "");
  assert.match(await page.locator("#strips-note").innerText(), /nine in ten of this site/);
  assert.doesNotMatch(await page.locator("#strips-section").innerText(), /reference/);
}, { change: (data) => {
  data.own.compared_with = "this site";
  Object.assign(data.own.strips[0], { centre: 2, scale: 1, reference: [0, 1, 2, 3, 4] });
  delete data.own.strips[0].elsewhere;
  data.own.strips[0].values = data.own.strips[0].values.map((_, subject) => (subject === 0 ? 6 : subject === 1 ? null : 2));
} });

reportTest("a subject's nearest are listed, on the map and in the measures, and lead on", async (page, data) => {
  const subject = data.own.outliers.flagged[0].subject;
  await findSubject(page, data.own.ids[subject]);
  await page.click("#chosen summary");
  await page.locator("#chosen ol").first().waitFor();
  const own = ownPoints(data);
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
  await page.locator("#chosen ol").first().waitFor(); // stays open
});

const named = (data) => {
  Object.assign(data.own.strips[0], { name: "Voxel size (up-down)", unit: "mm" });
};

/// Drags over the first strip, from one deviation to another.
async function brushFirstStrip(page, from, to) {
  await page.locator("#strip-plot").evaluate((strips) => strips.scrollIntoView({ block: "start" }));
  const box = await page.locator("#strip-plot").boundingBox();
  const { strips } = (await dataOf(page)).own;
  const left = Math.min(300, box.width * 0.38) + 36;
  const across = (deviation) => box.x + left + ((deviation + 8) / 16) * (box.width - left - 50);
  const y = box.y + 4 + (box.height - 8) / (Math.min(30, strips.length) + 1);
  await page.mouse.move(across(from), y);
  await page.mouse.down();
  await page.mouse.move(across((from + to) / 2), y, { steps: 3 });
  await page.mouse.move(across(to), y, { steps: 3 });
  await page.mouse.up();
}

reportTest("a range drawn on a strip is what the table, the map and the strips show, and is taken back", async (page, data) => {
  const { values, centre, scale } = data.own.strips[0];
  const deviations = values.map((value) => (value - centre) / scale);
  const [from, to] = [0.6, 3.4];
  const count = () => page.locator("#found").innerText();
  const shown = async () => (await texts(page.locator("#legend button:not(:has-text('without')) .count"))).reduce((sum, text) => sum + Number(text), 0);
  const map = await page.locator("#map").screenshot();
  await brushFirstStrip(page, from, to);
  const inside = deviations.filter((deviation) => deviation > from && deviation < to).length;
  assert.ok(inside > 0 && inside < values.length);
  assert.ok(Math.abs(parseInt(await count(), 10) - inside) <= 2, `${await count()} instead of ${inside}`);
  const elsewhere = data.own.strips[0].elsewhere.filter((value) => value !== null).map((value) => (value - centre) / scale);
  assert.ok(Math.abs(await shown() - parseInt(await count(), 10) - elsewhere.filter((deviation) => deviation > from && deviation < to).length) <= 2);
  assert.notDeepEqual(await page.locator("#map").screenshot(), map);
  assert.equal(await page.locator("#range-name").textContent(), "Voxel size (up-down), mm");
  // The ends are in the measure's unit, and can be typed.
  assert.ok(Math.abs(Number(await page.inputValue("#range-from")) - (centre + from * scale)) < 0.1 * scale);
  const middle = centre + 2 * scale;
  await page.fill("#range-from", String(middle));
  await page.fill("#range-to", "");
  assert.equal(parseInt(await count(), 10), values.filter((value) => value >= middle).length);
  await page.click("#range-clear");
  assert.equal(await count(), `${values.length} subjects`);
  assert.equal(await page.inputValue("#range-from"), "");
}, { change: named });

reportTest("strips and the table call a measure by its name, with its unit", async (page, data) => {
  assert.equal((await names(page))[0], "Voxel size (up-down), mm");
  await page.fill("#strip-search", "voxel");
  assert.deepEqual(await names(page), ["Voxel size (up-down), mm"]);
  await page.locator("#strip-names button").first().click();
  assert.ok((await texts(page.locator("#subjects thead th"))).some((name) => name.startsWith("Voxel size (up-down), mm")));
  assert.equal(data.own.strips[0].unit, "mm");
}, { change: named });
