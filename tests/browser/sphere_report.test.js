// The pages of a run of method sphere, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { greatCircle, hyperbolicLine } from "./lines.js";
import { dataOf, outputFile, testsOf, texts } from "./reports.js";

const sphereFile = (site, name, run = "sphere2") => outputFile(site, name, run);
const own = sphereFile("local0", "index.html");
const joint = sphereFile("local0", "joint/index.html");
const still = { reducedMotion: "reduce" };
const [ownTest, jointTest] = [testsOf(own, still), testsOf(joint, still)];

/// Returns a canvas's look.
const picture = (page, id) => page.locator(`#${id}`).evaluate((canvas) => canvas.toDataURL());

jointTest("the joint page shows the regions, and no subject", async (page, data) => {
  assert.equal(data.own, null);
  assert.equal(data.regions.length, 12);
  assert.ok(!readFileSync(joint, "utf8").includes("subject0_"));
  assert.ok(await page.locator("#sphere-section").isVisible());
  assert.ok(await page.locator("#shepard-section").isVisible());
  assert.ok(!(await page.locator("#subjects-section").isVisible()));
  const rows = await texts(page.locator("#regions tbody tr td:first-child"));
  assert.deepEqual(rows, data.regions);
});

for (const [name, pageTest] of [["own", ownTest], ["joint", jointTest]]) {
  pageTest(`${name}: the page begins with counts and the sphere; what was done is folded below`, async (page, data) => {
    const flagged = data.own?.flagged.filter((is) => is).length;
    assert.equal(await page.locator("#headline").innerText(), data.own ? `${flagged} to look at of 20 subjects` : "3 sites, 60 subjects, 12 regions");
    const { y, height } = await page.locator("#sphere").boundingBox();
    assert.ok(y + height <= 900, "the sphere is on the first screen");
    assert.ok(!(await page.locator(".summary").isVisible()), "prose is folded away");
    await page.click("#about > summary");
    assert.ok(await page.locator(".summary").isVisible());
  });

  pageTest(`${name}: names of regions, networks and subjects stay text`, async (page) => {
    assert.ok((await texts(page.locator("#regions td"))).some((text) => text.includes("</script><b>x")));
    assert.ok((await texts(page.locator("#legend .name"))).some((text) => text.includes("onerror=alert(1)")));
    assert.equal(await page.locator("img, svg, b").count(), 0);
  });
}

jointTest("the sphere turns by hand and by keys, and stands still when asked", async (page) => {
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
});

jointTest("the sphere turns by itself", async (page) => {
  assert.equal(await page.getAttribute("#turn", "aria-pressed"), "true");
}, { reducedMotion: "no-preference" });

jointTest("colours, edges, the legend and the search change what is drawn", async (page) => {
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
});

/// Returns where points appear in the sphere's first position, with their middle in front: to the right, upwards, towards the
/// eye, as shares of the radius.
function seen(places) {
  const sums = places.map((column) => column.reduce((sum, value) => sum + value, 0));
  const length = Math.hypot(...sums);
  const front = sums.map((sum) => sum / length);
  const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
  const flat = Math.hypot(front[0], front[1]);
  const right = [-front[1] / flat, front[0] / flat, 0];
  const up = cross(front, right);
  return places[0].map((_, region) => [right, up, front].map((axis) => axis.reduce((sum, value, d) => sum + value * places[d][region], 0)));
}

/// Returns where the region nearest to the eye is on the screen, and the names of the regions drawn there.
async function nearestRegion(page) {
  const { regions, places } = await dataOf(page);
  const at = seen(places);
  const nearest = at.reduce((best, place, region) => (place[2] > at[best][2] ? region : best), 0);
  await page.locator("#sphere").evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
  const box = await page.locator("#sphere").boundingBox();
  const radius = (Math.min(box.width, box.height) - 2) / 2 - 14;
  const close = regions.filter((_, region) => Math.hypot(at[region][0] - at[nearest][0], at[region][1] - at[nearest][1]) * radius < 14);
  return { x: box.x + box.width / 2 + at[nearest][0] * radius, y: box.y + box.height / 2 - at[nearest][1] * radius, close };
}

const told = async (page) => (await texts(page.locator("#region-told p")))[0];

jointTest("pointing at a region tells its name, beside the sphere and on it", async (page) => {
  const before = await picture(page, "sphere");
  const { x, y, close } = await nearestRegion(page);
  await page.mouse.move(x, y);
  assert.ok(close.includes(await told(page)));
  assert.notEqual(await picture(page, "sphere"), before);
});

jointTest("a finger's tap tells a region's name", async (page) => {
  const { x, y, close } = await nearestRegion(page);
  await page.touchscreen.tap(x, y);
  assert.ok(close.includes(await told(page)));
}, { hasTouch: true, viewport: { width: 400, height: 800 } });

jointTest("the disk is shown for comparison, and the Shepard diagram tells how well the sphere fits", async (page, { fit }) => {
  const sphere = await picture(page, "sphere");
  await page.click("#shapes >> text=disk");
  const disk = await picture(page, "sphere");
  assert.notEqual(disk, sphere);
  assert.ok(await page.locator("#turn").isDisabled());
  await page.click("#edges >> text=No edges");
  assert.notEqual(await picture(page, "sphere"), disk);
  const { name, correlation, stress, pairs } = fit.shepard;
  assert.equal(name, "Minimised form");
  assert.equal(pairs.flat().reduce((sum, count) => sum + count, 0), 12 * 11 / 2);
  assert.equal(await page.locator("#shepard-said").innerText(), `Minimised form: correlation ${correlation.toFixed(2)}, stress ${stress.toFixed(2)}`);
  const drawn = await page.locator("#shepard").evaluate((canvas) => new Set(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data).size);
  assert.ok(drawn > 10);
});

jointTest("the colours' key tells what they mean", async (page, { distances }) => {
  assert.ok(!(await page.locator("#key").isVisible()));
  await page.click("#colours >> text=Distance of subjects");
  assert.equal((await page.locator("#key").innerText()).replace(/\s+/g, " "), `${Math.min(...distances).toFixed(2)} ${Math.max(...distances).toFixed(2)} rad`);
  await page.click("#colours >> text=Density of regions");
  assert.match(await page.locator("#key").innerText(), /^0\.00\s*[\d.]+ times an even spread$/);
  await page.click("#colours >> text=Network");
  assert.ok(!(await page.locator("#key").isVisible()));
});

ownTest("a sphere of five dimensions shows the first three of six coordinates, and says so", async (page, { places, own: subjects, density }) => {
  assert.equal(places.length, 6);
  assert.equal(subjects.places[0].length, 6);
  assert.equal(density, null);
  places[0].forEach((_, region) => assert.ok(Math.abs(Math.hypot(...places.map((column) => column[region])) - 1) < 1e-3));
  assert.ok(await page.locator("#more-coordinates").isVisible());
  const before = await picture(page, "sphere");
  await page.click("#subjects button >> nth=0");
  assert.notEqual(await picture(page, "sphere"), before);
}, { file: sphereFile("local0", "index.html", "sphere5") });

ownTest("a sphere of two dimensions says nothing of more", async (page) => {
  assert.ok(!(await page.locator("#more-coordinates").isVisible()));
});

jointTest("a page does without what is not known of many regions, or with a guarantee", async (page) => {
  assert.deepEqual(await texts(page.locator("#colours button, #edges button")), ["Network", "No edges"]);
  assert.ok(!(await page.locator("#shapes").isVisible()));
  assert.ok(!(await page.locator("#shepard-section").isVisible()));
  const before = await picture(page, "sphere");
  await page.focus("#sphere");
  await page.keyboard.press("ArrowUp");
  assert.notEqual(await picture(page, "sphere"), before);
}, { change: (data) => Object.assign(data, { fit: null, distances: null, density: null, surface: null }) });

test("edges go along great circles of any dimension, and along hyperbolic lines", () => {
  const near = (value, expected) => assert.ok(Math.abs(value - expected) < 1e-9, `${value} is not ${expected}`);
  const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const [a, b] = [[0.6, 0, 0, 0.8, 0, 0], [0, 0.8, 0, 0, 0.6, 0]];
  const circle = greatCircle(a, b);
  const step = Math.PI / 2 / (circle.length - 1);
  circle.forEach((point, i) => {
    near(dot(point, point), 1);
    near(Math.acos(Math.min(1, dot(point, a))), i * step);
  });
  assert.deepEqual(greatCircle(a, a), [a, a]);
  const line = hyperbolicLine([0.5, 0], [0, 0.6]);
  // Circles at right angles to the unit circle are x² + y² + 1 = 2 (px + qy).
  const [p, q] = [(0.25 + 1) / (2 * 0.5), (0.36 + 1) / (2 * 0.6)];
  for (const [x, y] of line) near(x * x + y * y + 1, 2 * (p * x + q * y));
  assert.ok(line.length > 2);
  for (const [x, y] of hyperbolicLine([0.9999, 0], [-0.9999, 0])) assert.ok(Math.abs(y) < 1e-9 && Math.abs(x) < 1);
});

ownTest("a site's page lists its subjects, the furthest first, and shows one on the sphere", async (page, { own: subjects }) => {
  const distances = (await texts(page.locator("#subjects tbody td:nth-child(2)"))).map(Number);
  assert.equal(distances.length, 20);
  assert.deepEqual(distances, [...distances].sort((a, b) => b - a));
  assert.equal((await texts(page.locator("#subjects tbody td:nth-child(1)")))[0], "subject0_4.csv");
  const marked = await page.locator("#subjects tbody tr.flagged").count();
  assert.equal(marked, subjects.flagged.filter(Boolean).length);
  const table = readFileSync(sphereFile("local0", "subjects.csv"), "utf8").trim().split("\n").slice(1);
  assert.deepEqual(subjects.flagged.map(Boolean), table.map((line) => line.split(",")[3] === "true"));
  const before = await picture(page, "sphere");
  await page.click("#subjects button >> nth=0");
  assert.notEqual(await picture(page, "sphere"), before);
  assert.equal((await texts(page.locator("#region-told p"))).at(-1), "Squares: subject0_4.csv");
  assert.equal(await page.locator("#subjects tbody tr[aria-current=true]").count(), 1);
  await page.click("#subjects button >> nth=0");
  assert.equal(await picture(page, "sphere"), before);
  assert.equal(await page.locator("#subjects tbody tr[aria-current=true]").count(), 0);
});

ownTest("a page that is not seen draws nothing, and draws when it is", async (page) => {
  const before = await picture(page, "sphere");
  await page.evaluate(() => { document.querySelector("main").hidden = true; dispatchEvent(new Event("resize")); });
  await page.evaluate(() => { document.querySelector("main").hidden = false; dispatchEvent(new Event("resize")); });
  assert.equal(await picture(page, "sphere"), before);
});

ownTest("in the example of scripts/make_networks.py the two bad scans are flagged, and nobody else", async (page) => {
  const flagged = ["local0", "local1", "local2"].flatMap((site) => readFileSync(sphereFile(site, "subjects.csv", "networks"), "utf8").split("\n")
    .map((line) => line.split(",")).filter((cells) => cells[3] === "true").map((cells) => cells[0]));
  assert.deepEqual(flagged, ["sub-004", "sub-207"]);
  assert.equal((await texts(page.locator("#subjects tbody tr.flagged td:nth-child(1)"))).join(), "sub-004");
}, { file: sphereFile("local0", "index.html", "networks") });

test("the files beside the pages", () => {
  const sphere = readFileSync(sphereFile("local1", "joint/sphere.csv"), "utf8").trim().split("\n");
  assert.equal(sphere[0], "region,network,x,y,z,mean_distance,disk_x,disk_y");
  assert.equal(sphere.length, 13);
  assert.equal(readFileSync(sphereFile("local1", "sphere.csv"), "utf8").trim().split("\n").length, 13);
  assert.equal(readFileSync(sphereFile("local1", "subjects.csv"), "utf8").trim().split("\n").length, 21);
});
