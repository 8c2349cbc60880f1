// The words of the printed report.
import assert from "node:assert/strict";
import { fiveThousandOwn } from "./large.js";
import { outputFile, ownReport, shownIds as ids, testsOf } from "./reports.js";

const reportTest = testsOf(ownReport);

/// Returns the page as it is printed, on paper of A4's width.
async function toPaper(page) {
  await page.setViewportSize({ width: 700, height: 1000 });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
}

reportTest("all flagged subjects and those also to check are on paper with what makes them odd, and who is decided of", async (page, data) => {
  const last = data.own.ids[data.own.ids.length - 1];
  await page.fill("#search", last);
  await page.locator("#subjects tbody select").selectOption("exclude");
  await toPaper(page);
  const { flagged, also_check } = data.own.outliers;
  const listed = [...flagged, ...also_check].map(({ subject }) => data.own.ids[subject]);
  assert.equal(listed.length, 132);
  assert.deepEqual((await ids(page)).sort(), [...new Set([...listed, last])].sort());
  const words = await page.locator("body").innerText();
  for (const { subject, reasons } of [...flagged, ...also_check]) {
    assert.ok(words.includes(data.own.ids[subject]));
    for (const reason of reasons) assert.ok(words.includes(reason), reason);
  }
  assert.ok(await page.locator("#subjects tbody tr").last().isVisible());
  assert.equal(await page.locator("#subjects tbody tr", { hasText: last }).locator("select").inputValue(), "exclude");
  assert.match(words, /133 of \d+ subjects: those flagged, also to check, decided or with a note\./);
  assert.match(words, /Settings at their defaults/);
  assert.ok(await page.locator("#search").isHidden());
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.deepEqual(await ids(page), [last]);
}, { change: (data) => {
  const entry = (subject) => ({ subject, reasons: [`measure${subject} 1 (reference 0 to 1)`] });
  data.own.outliers.flagged = [...Array(130).keys()].map(entry);
  data.own.outliers.also_check = [130, 131].map(entry);
} });

reportTest("the strips have their names and bands on paper", async (page, data) => {
  await toPaper(page);
  const words = await page.locator("#strips").innerText();
  for (const { feature } of data.own.strips.slice(0, 12)) assert.ok(words.includes(feature), feature);
  const canvas = await page.locator("#strip-plot canvas").first().boundingBox();
  const rows = Math.min(12, data.own.strips.length);
  const names = await page.locator("#strip-names li").all();
  assert.equal(names.length, rows);
  for (const row of [0, rows - 1]) {
    const name = await names[row].boundingBox();
    const share = (name.y + name.height / 2 - canvas.y) / canvas.height;
    const height = rows * 36 + 20;
    assert.ok(Math.abs(share - (4 + ((row + 1) * (height - 8)) / (rows + 1)) / height) < 0.01, "a name is beside its strip");
  }
  const colours = await page.locator("#strip-plot canvas").first().evaluate((drawn) => {
    const { data: pixels } = drawn.getContext("2d").getImageData(0, 0, drawn.width, drawn.height);
    const found = new Set();
    for (let at = 0; at < pixels.length; at += 4) found.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]},${pixels[at + 3]}`);
    return [...found];
  });
  assert.ok(colours.includes("227,231,236,255") && colours.includes("195,202,211,255"), "both bands, in light colours");
}, { colorScheme: "dark" });

reportTest("with many subjects, too, paper has the strips' dots and bands", async (page) => {
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const drawn = await page.evaluate(() => [...document.querySelectorAll("#strip-plot canvas")].map((canvas) =>
    canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0)));
  assert.deepEqual(drawn, [true]);
}, { change: fiveThousandOwn });

reportTest("on paper a subject has four reasons, and how many more flagged.csv has", async (page, data) => {
  const { subject } = data.own.outliers.flagged[0];
  const row = page.locator("#subjects tbody tr", { hasText: data.own.ids[subject] }).first();
  assert.equal(await row.locator(".reasons").innerText(), "one; two and 4 more");
  await toPaper(page);
  assert.equal(await row.locator(".reasons").innerText(), "one; two; three; four and 2 more in flagged.csv");
}, { change: (data) => {
  data.own.outliers.flagged[0].reasons = ["one", "two", "three", "four", "five", "six"];
} });

for (const [name, file, most] of [["a site's own", "index.html", 2], ["the joint", "joint/index.html", 2]]) {
  reportTest(`on paper ${name} report of a federation takes at most ${most} pages`, async (page) => {
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    const pages = pdf.match(/\/Type\s*\/Page[^s]/g).length;
    assert.ok(pages <= most, `${pages} pages`);
  }, { file: outputFile("local0", file, "federation") });
}
