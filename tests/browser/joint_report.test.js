// The joint report, which every site gets.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { changedReport, closeReport, csvRows, dataOf, jointReport, openReport, outputFile, startBrowser, texts } from "./reports.js";

let browser;
before(async () => { browser = await startBrowser(); });
after(() => browser.close());

test("it shows every shared point, and no subject", async () => {
  const page = await openReport(browser, jointReport);
  const data = await dataOf(page);
  assert.equal(data.site.length, csvRows(outputFile("local0", "joint/embedding.csv")).length);
  assert.equal(data.own, undefined);
  assert.ok(await page.locator("#subjects-section").isHidden());
  assert.ok(await page.locator("#strips-section").isHidden());
  assert.deepEqual(await texts(page.locator("#colourings button")), ["By site", "By label"]);
  await closeReport(page);
});

test("no file of the joint report holds an id", () => {
  for (const file of ["index.html", "embedding.csv", "metrics.json", "embedding.svg"]) {
    const text = readFileSync(outputFile("local0", `joint/${file}`), "utf8");
    for (const site of ["local0", "local1"]) {
      for (const [id] of csvRows(outputFile(site, "embedding.csv"))) assert.ok(!text.includes(id), file);
    }
  }
});

test("it works inside a frame that may do nothing but run scripts", async () => {
  const frame = resolve("frame.html");
  writeFileSync(frame, `<iframe sandbox="allow-scripts" width="1000" height="800" src="${pathToFileURL(jointReport)}"></iframe>`);
  const page = await browser.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(pathToFileURL(frame).href);
  await page.frameLocator("iframe").locator("#map canvas").first().waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("without scripts the figure is shown", async () => {
  const page = await openReport(browser, jointReport, { javaScriptEnabled: false });
  assert.ok(await page.locator("noscript img").isVisible());
  await closeReport(page);
});

/// 50,000 points in ten clouds, in the places of the run's own.
function fiftyThousand(data) {
  const points = 50000;
  const cloud = (i) => i % 10;
  const spread = (i, seed) => [1, 2, 3, 4].reduce((sum, k) => sum + ((Math.sin((i + 1) * 12.9898 * k * seed) * 43758.5453) % 1), 0) * 500;
  const middle = (k, d) => 5000 + 3500 * (d === 0 ? Math.cos(k * 0.628) : Math.sin(k * 0.628));
  const numbers = [...Array(points).keys()];
  data.places = [0, 1].map((d) => numbers.map((i) => Math.round(Math.max(0, Math.min(10000, middle(cloud(i), d) + spread(i, d + 1))))));
  data.sites = [...Array(10).keys()].map((k) => `local${k}`);
  data.site = numbers.map(cloud);
  data.labels = { names: [], label: numbers.map(() => -1) };
  const groups = data.sites.map((name, k) => ({ name, colour: ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9"][k % 5], shape: "circle", behind: false }));
  data.colourings = [{ heading: "By site", groups, group: data.site }];
  data.evolution = [];
  return data;
}

test("50,000 points open, tell who they are, and zoom", async (context) => {
  const file = changedReport(jointReport, "large", fiftyThousand);
  const start = Date.now();
  const page = await openReport(browser, file);
  context.diagnostic(`opened in ${Date.now() - start} ms`);
  assert.match(await page.locator("#map").getAttribute("aria-label"), /Map of 50000 points/);
  const box = await page.locator("#map").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const frames = await page.evaluate(async () => {
    const times = [];
    for (let i = 0; i < 12; ++i) {
      const from = performance.now();
      document.querySelector("#map canvas").dispatchEvent(new WheelEvent("wheel",
        { deltaY: i < 6 ? -100 : 100, clientX: innerWidth / 3, clientY: innerHeight / 2, bubbles: true, cancelable: true }));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      times.push(performance.now() - from);
    }
    return times;
  });
  const median = frames.sort((a, b) => a - b)[6];
  context.diagnostic(`median time from a turn of the wheel to the drawn frame: ${median.toFixed(0)} ms`);
  assert.ok(median < 3000);
  await page.screenshot({ path: "large.png" });
  await closeReport(page);
});
