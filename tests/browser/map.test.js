// The map and bad scans: they are on top, have names where they overlap, and no outlying group hides the others.
import assert from "node:assert/strict";
import { chosenId, enlargeMap, onScreen, ownPoints, ownReport, placeOf, testsOf, texts, withPictures } from "./reports.js";

const reportTest = testsOf(ownReport);
const colourAt = (page, [x, y]) => page.evaluate(async ([left, top]) => {
  const canvas = document.querySelector("#map canvas");
  const box = canvas.getBoundingClientRect();
  const ratio = canvas.width / box.width;
  return [...canvas.getContext("2d").getImageData(Math.round((left - box.x) * ratio), Math.round((top - box.y) * ratio), 1, 1).data];
}, [x, y]);

reportTest("a flagged subject is drawn over all others", async (page, data) => {
  const point = ownPoints(data)[data.own.outliers.flagged[0].subject];
  const at = await onScreen(page, placeOf(data, point));
  const [red, green, blue] = await colourAt(page, [at[0] + 4.5, at[1]]);
  assert.ok(red > 180 && green < 140 && blue < 90, `${red} ${green} ${blue}: its ring`);
}, { change: (data) => {
  const odd = ownPoints(data)[data.own.outliers.flagged[0].subject];
  data.site.forEach((_, point) => {
    if (point % 3 === 0) for (const axis of data.places) axis[point] = axis[odd];
  });
} });

reportTest("subjects that lie on one another are all named, and chosen one after the other", async (page, data) => {
  const points = ownPoints(data).slice(0, 3);
  const at = await onScreen(page, placeOf(data, points[0]));
  await page.mouse.move(at[0] - 2, at[1]);
  await page.mouse.move(...at);
  const tooltip = page.locator("#map div", { has: page.locator("strong") }).last();
  await page.locator("#map .here", { hasText: "Also here: 4" }).waitFor();
  const text = await tooltip.innerText();
  for (const id of data.own.ids.slice(0, 3)) assert.ok(text.includes(id), id);
  assert.match(text, /reference: 2/);
  const seen = new Set();
  for (let i = 0; i < 3; ++i) {
    await page.mouse.click(...at);
    seen.add(await chosenId(page));
  }
  assert.deepEqual([...seen].sort(), data.own.ids.slice(0, 3).sort());
}, { change: (data) => {
  const reference = data.site.flatMap((site, point) => (data.sites[site] === "reference" ? [point] : []));
  const together = [...ownPoints(data).slice(0, 3), ...reference.slice(0, 2)];
  for (const point of together) for (const axis of data.places) axis[point] = 9900;
  data.site.forEach((_, point) => {
    if (!together.includes(point)) for (const axis of data.places) axis[point] = Math.min(9000, axis[point]);
  });
} });

/// Moves all but four own subjects into a small part of the map.
const withOuterGroup = (data) => {
  const far = ownPoints(data).slice(0, 4);
  data.places = data.places.map((axis) => axis.map((x, point) => (far.includes(point) ? 9990 : Math.round(x * 0.2))));
};

/// Returns the frame as frame.js computes it, of all but a hundredth of the subjects on either side: its middle and half its sides.
function frameOf(data) {
  const subjects = data.site.flatMap((site, each) => (data.sites[site] !== "reference" ? [each] : []));
  const ranges = data.places.map((axis) => {
    const sorted = subjects.map((each) => axis[each]).sort((a, b) => a - b);
    const at = Math.floor(0.01 * sorted.length);
    return [sorted[at], sorted[sorted.length - 1 - at]];
  });
  return { middle: ranges.map(([low, high]) => (low + high) / 2), halves: ranges.map(([low, high]) => 0.55 * (high - low)) };
}

/// Returns where frame.js draws a point beyond the frame.
function rimPlace(place, { middle, halves }) {
  const far = Math.max(...place.map((x, axis) => Math.abs(x - middle[axis]) / halves[axis]));
  return place.map((x, axis) => middle[axis] + ((x - middle[axis]) / far) * (1 + 0.2 * (1 - 1 / far)));
}

reportTest("the map is fitted to most subjects in both axes, an outer group stands at the rim", async (page, data) => {
  await enlargeMap(page);
  const frame = frameOf(data);
  assert.match(await page.locator("#rim-note").innerText(), /^[1-9]\d* points beyond the dashed frame/);
  const inFrame = await page.locator("#map").screenshot();
  const far = ownPoints(data)[0];
  const outer = data.own.ids.slice(0, 4);
  await page.click("#zoom-all");
  assert.equal(await page.locator("#rim-note").innerText(), "");
  assert.notDeepEqual(await page.locator("#map").screenshot(), inFrame);
  const choose = async (place, view) => {
    await page.mouse.click(...await onScreen(page, place, view));
    return chosenId(page);
  };
  assert.ok(outer.includes(await choose(placeOf(data, far))));
  await page.keyboard.press("Escape");
  await page.click("#zoom-fit");
  assert.equal(await page.locator("#zoom-fit").getAttribute("aria-pressed"), "true");
  const view = frame.middle.map((x, axis) => [x - 1.2 * frame.halves[axis], x + 1.2 * frame.halves[axis]]);
  assert.ok(outer.includes(await choose(rimPlace(placeOf(data, far), frame), view)));
}, { change: withOuterGroup });

reportTest("only this site's points are shown, over the reference", async (page, data) => {
  await enlargeMap(page);
  await page.click("#only-own");
  const counts = Object.fromEntries((await texts(page.locator("#legend button"))).map((text) => {
    const [name, ...rest] = text.split("\n").map((part) => part.trim()).filter((part) => part !== "");
    return [name, Number(rest[rest.length - 1])];
  }));
  const expected = (name) => data.site.filter((site) => data.sites[site] === name).length;
  const own = data.sites[data.own.site];
  for (const name of data.sites) assert.equal(counts[name], [own, "reference"].includes(name) ? expected(name) : 0, name);
  await page.click("#only-own");
  assert.match(await page.locator("#map").getAttribute("aria-label"), new RegExp(data.sites.find((name) => name !== own && name !== "reference")));
});

reportTest("a large map is drawn, too, when groups have nobody in view", async (page, data) => {
  assert.ok(data.site.length > 4000);
  await enlargeMap(page);
  await page.click("#only-own");
  await page.click("#legend-none");
  await page.click("#legend-all");
  await page.locator("#subjects tbody button").first().click();
  assert.equal(await page.locator("#chosen h2").count(), 1);
}, { change: (data) => {
  const reference = data.site.flatMap((site, point) => (data.sites[site] === "reference" ? [point] : []));
  for (let i = 0; i < 4000; ++i) {
    const like = reference[i % reference.length];
    for (const axis of data.places) axis.push(axis[like]);
    for (const list of [data.site, data.labels.label, ...data.colourings.map(({ group }) => group)]) list.push(list[like]);
  }
} });

reportTest("scans are a gallery, sorted and filtered as the table is", async (page, data) => {
  await page.click("#as-pictures");
  assert.ok(await page.locator("#table").isHidden());
  assert.equal(await page.locator("#gallery img").count(), 50);
  await page.click("#filters [data-filter=inconsistent]");
  assert.equal(await page.locator("#gallery li.flagged").count(), data.own.outliers.inconsistent.subjects.length);
  await page.locator("#gallery select").first().selectOption("exclude");
  await page.locator("#gallery button").first().click();
  assert.equal(await page.locator("#gallery li[aria-current=true]").count(), 1);
  assert.equal(await page.locator("#chosen button[aria-pressed=true]").innerText(), "Exclude");
  await page.click("#as-pictures");
  assert.ok(await page.locator("#table").isVisible());
  assert.equal(data.own.thumbnails.length, data.own.ids.length);
}, { change: withPictures });
