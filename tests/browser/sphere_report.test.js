// The pages of a run of method sphere, in a real browser.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { closeReport, dataOf, openReport, startBrowser, texts } from "./reports.js";

const output = resolve("sphere/output");
const sphereFile = (site, name) => join(output, site, readdirSync(join(output, site))[0], name);
const own = sphereFile("local0", "index.html");
const joint = sphereFile("local0", "joint/index.html");
const still = { reducedMotion: "reduce" };

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

/// How a canvas looks.
const picture = (page, id) => page.locator(`#${id}`).evaluate((canvas) => canvas.toDataURL());

test("the joint page shows the regions, and no subject", async () => {
  const page = await openReport(browser, joint, still);
  const data = await dataOf(page);
  assert.equal(data.own, null);
  assert.equal(data.regions.length, 12);
  assert.ok(!readFileSync(joint, "utf8").includes("subject0_"));
  assert.ok(await page.locator("#sphere-section").isVisible());
  assert.ok(await page.locator("#shepard-section").isVisible());
  assert.ok(!(await page.locator("#subjects-section").isVisible()));
  const rows = await texts(page.locator("#regions tbody tr td:first-child"));
  assert.deepEqual(rows, data.regions);
  await closeReport(page);
});

test("names of regions, networks and subjects stay text", async () => {
  for (const file of [joint, own]) {
    const page = await openReport(browser, file, still);
    assert.ok((await texts(page.locator("#regions td"))).some((text) => text.includes("</script><b>x")));
    assert.ok((await texts(page.locator("#legend .name"))).some((text) => text.includes("onerror=alert(1)")));
    assert.equal(await page.locator("img, svg, b").count(), 0);
    await closeReport(page);
  }
});

test("the sphere turns by itself, by hand and by keys, and stands still when asked", async () => {
  const page = await openReport(browser, joint, still);
  const first = await picture(page, "sphere");
  await page.waitForTimeout(200);
  assert.equal(await picture(page, "sphere"), first);
  await page.focus("#sphere");
  await page.keyboard.press("ArrowRight");
  const turned = await picture(page, "sphere");
  assert.notEqual(turned, first);
  const box = await page.locator("#sphere").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  const dragged = await picture(page, "sphere");
  assert.notEqual(dragged, turned);
  await page.click("#turn");
  await page.waitForTimeout(300);
  assert.notEqual(await picture(page, "sphere"), dragged);
  await closeReport(page);
  const moving = await openReport(browser, joint);
  assert.equal(await moving.getAttribute("#turn", "aria-pressed"), "true");
  await closeReport(moving);
});

test("colours, edges, the legend and the search change what is drawn", async () => {
  const page = await openReport(browser, joint, still);
  let before = await picture(page, "sphere");
  const changes = async (what) => {
    const now = await picture(page, "sphere");
    assert.notEqual(now, before, what);
    before = now;
  };
  await page.click("#colours >> text=Distance of subjects");
  await changes("distances");
  await page.click("#colours >> text=Density of regions");
  await changes("density");
  await page.click("#edges >> text=No edges");
  await changes("no edges");
  await page.click("#edges >> text=Most variable");
  await changes("varying edges");
  await page.click("#legend button >> nth=0");
  await changes("a network is hidden");
  await page.fill("#find", "m1");
  await changes("a region is found");
  await closeReport(page);
});

/// Where a place is seen while the sphere stands as the page opens: to the right, upwards, towards the eye.
function seen([x, y, z]) {
  const [yaw, pitch] = [0.6, 0.4];
  const [side, depth] = [x * Math.cos(yaw) - y * Math.sin(yaw), x * Math.sin(yaw) + y * Math.cos(yaw)];
  return [side, z * Math.cos(pitch) - depth * Math.sin(pitch), -z * Math.sin(pitch) - depth * Math.cos(pitch)];
}

test("pointing at a region tells its name", async () => {
  const page = await openReport(browser, joint, still);
  const { regions, places } = await dataOf(page);
  const at = regions.map((_, region) => seen(places.map((column) => column[region])));
  const nearest = at.reduce((best, place, region) => (place[2] > at[best][2] ? region : best), 0);
  await page.locator("#sphere").evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
  const box = await page.locator("#sphere").boundingBox();
  const radius = (Math.min(box.width, box.height) - 2) / 2 - 14;
  await page.mouse.move(box.x + box.width / 2 + at[nearest][0] * radius, box.y + box.height / 2 - at[nearest][1] * radius);
  const close = regions.filter((_, region) => Math.hypot(at[region][0] - at[nearest][0], at[region][1] - at[nearest][1]) * radius < 14);
  assert.ok(close.includes((await texts(page.locator("#about p")))[0]));
  await closeReport(page);
});

test("a site's page lists its subjects, the furthest first, and shows one on the sphere", async () => {
  const page = await openReport(browser, own, still);
  const { own: subjects } = await dataOf(page);
  const distances = (await texts(page.locator("#subjects tbody td:nth-child(2)"))).map(Number);
  assert.equal(distances.length, 20);
  assert.deepEqual(distances, [...distances].sort((a, b) => b - a));
  assert.equal((await texts(page.locator("#subjects tbody td:nth-child(1)")))[0], "subject0_4.csv");
  const table = readFileSync(sphereFile("local0", "subjects.csv"), "utf8").trim().split("\n").slice(1);
  assert.deepEqual(subjects.flagged.map(Boolean), table.map((line) => line.split(",")[3] === "true"));
  const before = await picture(page, "sphere");
  await page.click("#subjects button >> nth=0");
  assert.notEqual(await picture(page, "sphere"), before);
  await page.click("#subjects button >> nth=0");
  assert.equal(await picture(page, "sphere"), before);
  await closeReport(page);
});

test("the pages are readable on a phone and in the dark", async () => {
  const page = await openReport(browser, own, { ...still, viewport: { width: 400, height: 800 }, colorScheme: "dark" });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(overflow <= 0);
  await closeReport(page);
});

test("the files beside the pages", () => {
  const sphere = readFileSync(sphereFile("local1", "joint/sphere.csv"), "utf8").trim().split("\n");
  assert.equal(sphere[0], "region,network,x,y,z,mean_distance,disk_x,disk_y");
  assert.equal(sphere.length, 13);
  assert.equal(readFileSync(sphereFile("local1", "sphere.csv"), "utf8").trim().split("\n").length, 13);
  assert.equal(readFileSync(sphereFile("local1", "subjects.csv"), "utf8").trim().split("\n").length, 21);
});
