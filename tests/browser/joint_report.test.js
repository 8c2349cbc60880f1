// The joint report, which every site gets.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { fiftyThousand } from "./large.js";
import { csvRows, jointReport, onScreen, outputFile, testsOf, texts } from "./reports.js";

const reportTest = testsOf(jointReport);

reportTest("it shows every shared point, and no subject", async (page, data) => {
  assert.equal(data.site.length, csvRows(outputFile("local0", "joint/embedding.csv")).length);
  assert.equal(data.own, undefined);
  assert.ok(await page.locator("#subjects-section").isHidden());
  assert.ok(await page.locator("#strips-section").isHidden());
  assert.deepEqual(await texts(page.locator("#colouring option")), ["By site", "By label"]);
});

test("no file of the joint report holds an id", () => {
  for (const file of ["index.html", "embedding.csv", "metrics.json", "embedding.svg"]) {
    const text = readFileSync(outputFile("local0", `joint/${file}`), "utf8");
    for (const site of ["local0", "local1"]) {
      for (const [id] of csvRows(outputFile(site, "embedding.csv"))) assert.ok(!text.includes(id), file);
    }
  }
});

reportTest("it works inside a frame that may do nothing but run scripts", async (report) => {
  const frame = resolve("frame.html");
  writeFileSync(frame, `<iframe sandbox="allow-scripts" width="1000" height="800" src="${pathToFileURL(jointReport)}"></iframe>`);
  const page = await report.context().browser().newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(pathToFileURL(frame).href);
  await page.frameLocator("iframe").locator("#map canvas").first().waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

reportTest("without scripts the figure is shown", async (page) => {
  assert.ok(await page.locator("noscript img").isVisible());
}, { javaScriptEnabled: false });

/// Adds noisy counts of three sites in four cells, with other sites' names: the first site's first cell stands out, its last may be noise.
function withCounts(data) {
  data.densities = {
    cells: [[0, 0, 5000, 5000], [5000, 0, 10000, 5000], [0, 5000, 5000, 10000], [5000, 5000, 10000, 10000]],
    sites: ["local0", "<img src=x onerror=harmed=1>", "local2"].map((name, site) => ({
      name, points: 50,
      counts: site === 1 ? [[40.2, 30.4, 49.9, 10.1, true, 0.65], [8, 2, 14, 9, false, 0.13], [3, 0, 9, 4, false, 0], [-4, 0, 2, 3, false, 0]]
        : [[12, 6, 18, 20, false, 0.2], [13, 7, 19, 12, false, 0.2], [12, 6, 18, 11, false, 0.2], [11, 5, 17, 10, false, 0.2]],
    })),
  };
}

reportTest("noisy counts lie over the map, a site at a time, what may be noise is faint", async (page) => {
  assert.equal(await page.locator("#density-site option:checked").innerText(), "<img src=x onerror=harmed=1>"); // whose count stands out
  assert.match(await page.locator("#density-note").innerText(), /50 subjects: noisy counts in 4 cells.* 2 of them are more than noise alone.* One, framed in orange, is larger/);
  const tooltip = async (place) => {
    await page.mouse.move(...await onScreen(page, place));
    await page.mouse.move(...(await onScreen(page, place)).map((x) => x + 1));
    return page.locator("#map", { hasText: "here (" }).innerText();
  };
  assert.match(await tooltip([100, 4900]), /about 40 here \(31 to 49\)\s+10\.1 expected by the other sites\s+more than chance/);
  assert.match(await tooltip([9900, 9900]), /about -4 here \(0 to 2\)[^]*may be noise alone/);
  const shown = await page.locator("#map").screenshot();
  await page.selectOption("#density-site", { label: "local2" });
  assert.notDeepEqual(await page.locator("#map").screenshot(), shown);
  assert.match(await page.locator("#density-note").innerText(), /4 of them are more.* None is larger/);
  await page.selectOption("#density-site", { label: "none" });
  assert.equal(await page.locator("#density-note").innerText(), "");
  assert.equal(await page.evaluate(() => window.harmed), undefined);
}, { change: withCounts });

reportTest("a report without noisy counts offers none, and tells of each site its subjects", async (page, data) => {
  assert.ok(await page.locator("#density-choice").isHidden());
  assert.ok(await page.locator("#only-own").isHidden());
  const rows = await Promise.all((await page.locator("section:not(#mixing) table.counts tbody tr").all()).map((row) => row.locator("th, td").allInnerTexts()));
  assert.deepEqual(rows.map(([site]) => site), data.sites.filter((name) => name !== "reference"));
  for (const [site, subjects, shown] of rows) {
    const onMap = data.site.filter((index) => data.sites[index] === site).length;
    assert.ok(onMap > 0 && Number(subjects) === onMap && shown === "its subjects");
  }
  const total = rows.reduce((sum, [, subjects]) => sum + Number(subjects), 0);
  assert.equal(await page.locator("#headline").innerText(), `${rows.length} sites, ${total} subjects`);
});

const long = "Smoothness (left-right) (+18.0), Smoothness (mean of axes) (+11.7), Foreground-to-background energy (\u22126.4) and 9 more";
const apart = resolve("apart.html");
writeFileSync(apart, readFileSync(jointReport, "utf8").replace(/<td class="words muted">not known<\/td>/, `<td class="words muted">${long}</td>`));
for (const width of [400, 1400]) {
  reportTest(`at ${width} pixels the table of sites shows all that it says, however long`, async (page) => {
    const cell = page.locator("td.words", { hasText: long });
    assert.equal(await cell.evaluate((node) => getComputedStyle(node).textAlign), "left");
    await cell.scrollIntoViewIfNeeded();
    if (width === 1400) assert.ok(await page.locator(".wide").first().evaluate((box) => box.scrollWidth <= box.clientWidth));
    assert.ok((await cell.boundingBox()).width < 1000);
  }, { file: apart, viewport: { width, height: 900 } });
}

reportTest("50,000 points open, tell who they are, and zoom", async (page, data, context) => {
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
}, { change: fiftyThousand });
