// Measures a report's page in Chromium: page_speed.js REPORT… prints for each its size, and the times to open it, of the
// frame after a turn of the wheel, of the answer to a click on the map, and of a search in the table (medians, milliseconds).
// It needs playwright-core, which tests/browser/run.sh installs: run it in that folder.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const opened = 5;
const turns = 12;
const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
const args = process.getuid() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });

/// Returns the time from an action to the next drawn frame.
const timed = (page, action) => page.evaluate(async (name) => {
  const canvas = document.querySelector("#map canvas");
  const { x, y, width, height } = canvas.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, cancelable: true };
  const actions = {
    in: () => canvas.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: -100 })),
    out: () => canvas.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: 100 })),
    hover: () => canvas.dispatchEvent(new MouseEvent("mousemove", { ...at, clientX: at.clientX + Math.random() * 50 })),
    search: () => {
      const search = document.querySelector("#search");
      if (!search) return;
      search.value = search.value === "9" ? "" : "9";
      search.dispatchEvent(new Event("input", { bubbles: true }));
    },
  };
  const from = performance.now();
  actions[name]();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now() - from;
}, action);

async function several(page, actions) {
  const times = [];
  for (let i = 0; i < turns; ++i) times.push(await timed(page, actions[i % actions.length]));
  return median(times);
}

for (const report of process.argv.slice(2)) {
  const opening = [];
  let page;
  for (let i = 0; i < opened; ++i) {
    await page?.close();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const from = performance.now();
    await page.goto(pathToFileURL(resolve(report)).href);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    opening.push(performance.now() - from);
  }
  await page.locator("#map").evaluate((map) => map.scrollIntoView({ block: "center" }));
  const ms = async (actions) => (await several(page, actions)).toFixed(0);
  console.log(`${report}: ${(statSync(report).size / 1e6).toFixed(1)} MB, opened in ${median(opening).toFixed(0)} ms, ` +
    `wheel ${await ms(["in", "out"])}, hover ${await ms(["hover"])}, search ${await ms(["search"])}`);
  await page.close();
}
await browser.close();
