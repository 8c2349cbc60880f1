// The look of all pages from a phone's width to a desktop's, in light and dark, with few and with many subjects. Each test writes pictures to
// the folder looks, for a person to look at.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { fiftyThousand, fiveThousandOwn } from "./large.js";
import { findSubject, jointReport, outputFile, ownReport, shownIds, testsOf } from "./reports.js";

const widths = [400, 700, 1000, 1280, 1920];
const ownTest = testsOf(ownReport);
const reports = [["own", ownReport], ["own-5000", ownReport, fiveThousandOwn], ["joint", jointReport], ["joint-50000", jointReport, fiftyThousand],
  ...["sphere2", "clusters"].flatMap((run) => ["index.html", "joint/index.html"].map((name) => [`${run}-${name.split("/")[0]}`, outputFile("local0", name, run)]))];
mkdirSync("looks", { recursive: true });

/// Returns the faults of a page's look. Runs in the page.
function faults() {
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
  const ground = numbers(getComputedStyle(document.body).backgroundColor);
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (element) => {
    const [dark, light] = [luminance(numbers(getComputedStyle(element).color).slice(0, 3)), luminance(ground.slice(0, 3))].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility() && element.getClientRects().length > 0);
  const boxes = seen(":is(#map-section, #subjects-section, #sphere-section) .toolbar button, #chosen button").map((button) => [button.textContent.trim(), button.getBoundingClientRect()]);
  const overlaps = boxes.flatMap(([name, a], i) => boxes.slice(i + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => `${name} is over ${other}`));
  const drawn = (canvases) => canvases.reduce((sum, canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const pixels = copy.getImageData(0, 0, canvas.width, canvas.height).data;
    let some = 0;
    for (let i = 3; i < pixels.length; i += 4) some += pixels[i] > 0 ? 1 : 0;
    return sum + some / (pixels.length / 4);
  }, 0);
  const maps = seen("#map, #sphere");
  const left = (cell) => cell.getBoundingClientRect().left + parseFloat(getComputedStyle(cell).paddingLeft);
  const isAside = (table) => [...table.tHead.rows[0].cells].some((cell, i) => Math.abs(left(cell) - left(table.tBodies[0].rows[0].cells[i])) > 4);
  return [
    ...(document.documentElement.scrollWidth > innerWidth ? ["the page is wider than the screen"] : []),
    ...overlaps,
    ...maps.filter((map) => map.clientHeight < 200).map((map) => `${map.id} is small`),
    ...maps.filter((map) => drawn(map.id === "sphere" ? [map] : [...map.querySelectorAll("canvas")]) < 0.005).map((map) => `${map.id} is empty`),
    ...seen(".desk #subjects td.decision").slice(0, 3).filter((cell) => cell.getBoundingClientRect().right > document.getElementById("table").getBoundingClientRect().right)
      .map(() => "decisions are cut off"),
    ...seen(".sphere table").filter(isAside).map((table) => `${table.id}: its header stands aside`),
    ...seen(".choices button").filter((button) => button.getBoundingClientRect().height > 45).map((button) => `${button.textContent} is broken`),
    ...seen(".toolbar *, #map, canvas").filter((each) => each.getBoundingClientRect().right > innerWidth || each.getBoundingClientRect().left < 0)
      .map((each) => `${each.id || each.textContent} is outside`),
    ...seen("h1, h2, h3, p, dt, dd, .note, #legend .name, #legend .count, th, td").filter((each) => contrast(each) < 4.5)
      .map((each) => `faint: ${each.tagName} ${each.className} ${each.textContent.slice(0, 30)}`),
  ];
}

for (const [name, file, change] of reports) {
  const pageTest = testsOf(file, { reducedMotion: "reduce" });
  for (const colorScheme of ["light", "dark"]) {
    pageTest(`${name}, ${colorScheme}: everything is within the screen, apart and legible at each width`, async (page) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForFunction(() => !(document.querySelector("#map canvas")?.getBoundingClientRect().right > innerWidth));
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await page.evaluate(() => document.querySelector("#map-section, #sphere-section")?.scrollIntoView());
        await page.screenshot({ path: `looks/${name}-${width}-${colorScheme}.png` });
        assert.deepEqual(await page.evaluate(faults), [], `at ${width}`);
      }
    }, { colorScheme, change });
  }
}

ownTest("5,000 own subjects are listed, found, sorted and decided", async (page, data) => {
  assert.equal(await page.locator("#found").innerText(), "5,000 subjects");
  const id = data.own.ids[4999];
  await findSubject(page, id);
  assert.match(await page.locator("#chosen").innerText(), new RegExp(id));
  await page.locator("#chosen button", { hasText: "recheck" }).click();
  assert.match(await page.locator("#headline").innerText(), / 1 decided: 1 recheck$/);
  await page.fill("#search", "");
  await page.selectOption("#decision-filter", "recheck");
  assert.deepEqual(await shownIds(page), [id]);
}, { change: fiveThousandOwn });
