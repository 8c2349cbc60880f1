// The pages of a run of method spectral-clustering, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { outputFile, testsOf, texts } from "./reports.js";

const clusterFile = (site, name) => outputFile(site, name, "clusters");
const own = clusterFile("local0", "index.html");
const joint = clusterFile("local0", "joint/index.html");
const lines = (file) => readFileSync(file, "utf8").trim().split("\n").slice(1);

const [ownTest, jointTest] = [testsOf(own), testsOf(joint)];

/// Returns the table under a heading: the header's cells and each row's.
async function tableUnder(page, heading) {
  const section = page.locator("section", { has: page.locator("h2", { hasText: heading }) });
  assert.ok(await section.locator("table").isVisible(), heading);
  const rows = await section.locator("tbody tr").all();
  return { head: await texts(section.locator("thead th")), rows: await Promise.all(rows.map((row) => texts(row.locator("th, td")))) };
}

jointTest("the joint page, and its file, tell how many subjects of each site are in which cluster", async (page) => {
  const { head, rows } = await tableUnder(page, "Sites and clusters");
  assert.deepEqual(head, ["Site", "1", "2", "3", "others"]);
  assert.deepEqual(rows.map((row) => row[0]), ["Clinic 0", "Clinic 1", "Clinic 2", "all sites"]);
  assert.deepEqual(rows.slice(0, 2).map((row) => row.slice(1, 4).map(Number).sort((a, b) => a - b)), [[8, 14, 20], [10, 14, 16]]);
  for (const row of rows) {
    for (const cell of row.slice(1)) assert.ok(cell === "< 5" || cell === "0" || Number(cell) >= 5, cell);
  }
  assert.ok(rows[2].includes("< 5"), "the site with three subjects of a group says no number of them");
  const shown = rows.map((row) => row.slice(1).map((cell) => (/^[1-9]/.test(cell) ? cell : "")));
  assert.deepEqual(lines(clusterFile("local0", "joint/clusters.csv")).map((line) => line.split(",").slice(1)), shown);
});

ownTest("a site's page lists its subjects by cluster, as its file has them; the joint page names none", async (page) => {
  const { rows } = await tableUnder(page, "This site's subjects");
  assert.equal(rows.length, 42);
  const written = new Map(lines(clusterFile("local0", "clusters.csv")).map((line) => line.split(",")).map(([id, cluster]) => [id, cluster]));
  for (const [id, cluster, margin] of rows) {
    assert.equal(written.get(id), cluster, id);
    assert.ok(Number(margin) > 0 && Number(margin) <= 1);
  }
  // Subjects of a group are together, whatever the clusters' numbers.
  const groups = new Map(rows.filter(([id]) => id.startsWith("s0_")).map(([id, cluster]) => [id.split("_")[1], cluster]));
  for (const [id, cluster] of rows) if (id.startsWith("s0_")) assert.equal(cluster, groups.get(id.split("_")[1]), id);
  const clusters = await tableUnder(page, "Clusters");
  assert.deepEqual(clusters.head, ["Cluster", "This site", "All sites"]);
  assert.deepEqual(clusters.rows.map((row) => Number(row[1])).sort((a, b) => a - b), [8, 14, 20]);
  assert.ok(!/s0_|s1_|s2_|onerror/.test(readFileSync(joint, "utf8")));
});

ownTest("an id that looks like markup stays text", async (page) => {
  assert.ok((await texts(page.locator("td, th"))).some((text) => text.includes("onerror=alert(1)></script><b>x")));
  assert.equal(await page.locator("img, b, script").count(), 0);
});

for (const [pageTest, headline, first] of [[ownTest, "3 clusters, 42 subjects of this site", "Clusters"], [jointTest, "3 sites, 116 subjects, 3 clusters", "Sites and clusters"]]) {
  pageTest(`${first}: the page begins with the counts; what was done is folded below them, and printed`, async (page) => {
    assert.equal(await page.locator("#headline").innerText(), headline);
    assert.equal((await texts(page.locator("h2")))[0], first);
    assert.ok(!(await page.locator(".summary").isVisible()), "prose is folded away");
    await page.emulateMedia({ media: "print" });
    assert.ok((await page.locator(".summary").boundingBox()).height > 20, "prose is printed");
  });
}

jointTest("a person reads what was done, and what the eigenvalues say", async (page) => {
  await page.click("#about > summary");
  const summary = await page.locator(".summary").innerText();
  assert.match(summary, /eigenvalues/);
  assert.ok(await page.locator("h1").isVisible());
  assert.ok((await page.locator("a").count()) > 0, "the files beside the page are linked");
});
