// Opens report pages in Chromium and looks at them as a person would.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/// Returns a file of a site's output folder in a run, whatever the run's name.
export function outputFile(site, name, run = "run") {
  const output = resolve(run, "output", site);
  const folder = readdirSync(output, { withFileTypes: true }).find((entry) => entry.isDirectory());
  return join(output, folder.name, name);
}

export const ownReport = outputFile("local0", "index.html");
export const jointReport = outputFile("local0", "joint/index.html");

/// Copies a report with other data in it.
/// @param change changes the data
/// @return the copy's path
export function changedReport(report, name, change) {
  const html = readFileSync(report, "utf8");
  const open = '<script type="application/json" id="data">';
  const from = html.indexOf(open) + open.length;
  const to = html.indexOf("</script>", from);
  const data = JSON.parse(html.slice(from, to));
  change(data);
  const copy = resolve(`${name}.html`);
  writeFileSync(copy, html.slice(0, from) + JSON.stringify(data).replaceAll("<", "\\u003c") + html.slice(to));
  return copy;
}

/// Returns the rows of a CSV file without quotes, without its header.
export const csvRows = (file) => readFileSync(file, "utf8").trim().split("\n").slice(1).map((line) => line.split(","));

export async function startBrowser() {
  const args = process.getuid() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
}

/// Opens a report; from then until it is closed the page must make no request and log no error.
export async function openReport(browser, file, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  page.setDefaultTimeout(300_000); // a loaded machine is slow, not wrong
  page.complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith("data:") && url !== pathToFileURL(file).href) page.complaints.push(`request of ${url}`);
  });
  await page.goto(pathToFileURL(file).href);
  return page;
}

async function closeReport(page) {
  assert.deepEqual(page.complaints, []);
  await page.close();
}

/// Returns the range of a map's coordinates, on each axis.
const wholeBox = ({ places }) => places.slice(0, 2).map((axis) => [Math.min(...axis), Math.max(...axis)]);

/// Returns where on the screen the map shows a point, when `view` is in view, by default all of the map.
export async function onScreen(page, place, view) {
  await page.locator("#map").evaluate((map) => map.scrollIntoView({ block: "center" }));
  const box = await page.locator("#map").boundingBox();
  const ranges = view ?? wholeBox(await dataOf(page));
  const unit = 1.08 * Math.max(...ranges.map(([low, high], axis) => (high - low) / ([box.width, box.height][axis] - 2)));
  const off = place.map((x, axis) => (x - (ranges[axis][0] + ranges[axis][1]) / 2) / unit);
  return [box.x + box.width / 2 + off[0], box.y + box.height / 2 - off[1]];
}

/// Opens the large map with its tools.
export const enlargeMap = (page) => page.click("#map-size");

/// Returns the id of the subject on the card.
export const chosenId = (page) => page.locator("#chosen h2").innerText();

/// Returns the data in an open report; null in a page without any.
export const dataOf = (page) => page.evaluate(() => JSON.parse(document.getElementById("data")?.textContent ?? "null"));

export const texts = (locator) => locator.allInnerTexts();

/// Returns a point's coordinates on the map.
export const placeOf = (data, point) => data.places.map((column) => column[point]);

/// Returns the points of the site's own subjects.
export const ownPoints = (data) => data.site.flatMap((site, point) => (site === data.own.site ? [point] : []));

/// Returns the subjects that are flagged or to check.
export const listed = ({ own }) => [...own.outliers.flagged, ...own.outliers.also_check].map(({ subject }) => subject);

/// Returns the ids in the table of subjects.
export const shownIds = (page) => texts(page.locator("#subjects tbody tr > :first-child"));

/// Finds a subject by its id, and chooses it.
export async function findSubject(page, id) {
  await page.fill("#search", id);
  await page.keyboard.press("Enter");
}

export const sortBy = (page, name) => page.locator("#subjects thead button", { hasText: name }).click();

export const legendCounts = async (page) => (await texts(page.locator("#legend .count"))).map(Number);

const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// Gives each own subject a picture of its scan.
export function withPictures({ own }) {
  own.thumbnails = own.ids.map(() => pixel);
}

/// Returns an own subject whose mark no other mark touches, so that hovering it is sure to hit it.
export function lonelySubject(data) {
  const points = [...data.site.keys()];
  const own = ownPoints(data);
  const distance = (a, b) => Math.hypot(...[0, 1].map((d) => data.places[d][a] - data.places[d][b]));
  const room = (point) => Math.min(...points.filter((other) => other !== point).map((other) => distance(point, other)));
  const subject = own.map(room).reduce((best, value, i, all) => (value > all[best] ? i : best), 0);
  return { subject, point: own[subject] };
}

/// Draws a region around points on the map with the mouse.
export async function drawRegion(page, corners) {
  await page.click("#tool-select");
  await page.locator("#map").evaluate((map) => map.scrollIntoView({ block: "center" }));
  const box = await page.locator("#map").boundingBox();
  const inside = ([x, y]) => [Math.max(box.x + 3, Math.min(box.x + box.width - 3, x)), Math.max(box.y + 3, Math.min(box.y + box.height - 3, y))];
  const [first, ...others] = await Promise.all(corners.map(async (corner) => inside(await onScreen(page, corner))));
  await page.mouse.move(...first);
  await page.mouse.down();
  for (const corner of others) await page.mouse.move(...corner, { steps: 8 });
  await page.mouse.up();
}

/// Returns a function that makes tests, each with a report open: the given one or, by the options, another `file` or one in which
/// `change` changed the data. The other options are the page's; `always` holds those of all tests.
export function testsOf(report, always = {}) {
  let browser;
  before(async () => { browser = await startBrowser(); });
  after(() => browser.close());
  return (name, check, { file = report, change, ...options } = {}) => test(name, async (context) => {
    const shown = change ? changedReport(file, name.replace(/\W+/g, "-"), change) : file;
    const page = await openReport(browser, shown, { ...always, ...options });
    await check(page, await dataOf(page), context);
    await closeReport(page);
  });
}

/// Returns the texts of a column of the table of subjects.
export async function column(page, name) {
  const names = await texts(page.locator("#subjects thead th"));
  const index = names.findIndex((each) => each.startsWith(name));
  assert.ok(index >= 0, `a column ${name}`);
  return texts(page.locator(`#subjects tbody tr > :nth-child(${index + 1})`));
}
