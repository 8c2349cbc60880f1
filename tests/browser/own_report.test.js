// A site's own report, of a run on digits.
import assert from "node:assert/strict";
import {
  chosenId as chosen, column, csvRows, drawRegion, enlargeMap, findSubject, legendCounts, lonelySubject, onScreen, outputFile, ownPoints, ownReport, placeOf,
  shownIds as ids, sortBy, testsOf, texts, withPictures,
} from "./reports.js";

const reportTest = testsOf(ownReport);

reportTest("every point of the joint map and every own subject is there", async (page, data) => {
  const joint = csvRows(outputFile("local0", "joint/embedding.csv"));
  const own = csvRows(outputFile("local0", "embedding.csv"));
  assert.equal(data.site.length, joint.length);
  assert.deepEqual(data.own.ids, own.map(([id]) => id));
  assert.match(await page.locator("#map").getAttribute("aria-label"), new RegExp(`Map of ${joint.length} points`));
  assert.equal(await page.locator("#found").innerText(), `${own.length} subjects`);
  const counts = await legendCounts(page);
  assert.equal(counts.reduce((sum, count) => sum + count), joint.length);
  assert.ok(await page.locator("#map canvas").count() > 0);
});

reportTest("hover tells whose point it is, and a click chooses the subject everywhere", async (page, data) => {
  await enlargeMap(page); // on the small map a neighbour's mark may lie over any point
  const { subject, point } = lonelySubject(data);
  const id = data.own.ids[subject];
  const at = await onScreen(page, placeOf(data, point));
  await page.mouse.move(at[0] - 2, at[1]);
  await page.mouse.move(...at);
  await page.locator("#map strong", { hasText: id }).waitFor();
  await page.mouse.click(...at);
  assert.equal(await chosen(page), id);
  await page.fill("#search", id);
  assert.equal(await page.locator("#subjects tr[aria-current]").locator(":scope > :first-child").innerText(), id);
});

reportTest("the subject found by its id is chosen with the keyboard alone", async (page, data) => {
  await page.focus("#search");
  await page.keyboard.type(data.own.ids[41]);
  assert.deepEqual(await ids(page), [data.own.ids[41]]);
  await page.keyboard.press("Enter");
  assert.equal(await chosen(page), data.own.ids[41]);
  await page.fill("#search", "");
  assert.equal(await page.locator("#found").innerText(), `${data.own.ids.length} subjects`);
  await page.fill("#search", "no such subject");
  assert.deepEqual(await ids(page), []);
});

reportTest("the table begins with flagged subjects and sorts by every column", async (page, data) => {
  const flagged = data.own.outliers.flagged.length;
  assert.ok(flagged > 0);
  const flags = await column(page, "List");
  assert.ok(flags.slice(0, flagged).every((flag) => /odd|inconsistent/.test(flag)));
  await sortBy(page, "Subject");
  assert.deepEqual(await ids(page), [...data.own.ids].sort().slice(0, 50));
  assert.equal(await page.locator("#subjects th[aria-sort=ascending]").innerText(), "Subject ▲");
  await sortBy(page, "Subject");
  assert.deepEqual(await ids(page), [...data.own.ids].sort().reverse().slice(0, 50));
  await sortBy(page, "Odd");
  const scores = (await column(page, "Odd")).map((score) => Number(score.replace("\u2212", "-")));
  assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
  await page.click("#page-next");
  assert.equal((await ids(page)).length, 50);
  assert.match(await page.locator("#page-name").innerText(), /^Page 2 of/);
});

const withTies = (data) => {
  // Of five subjects with the highest score only the page's lists say which is the most outlying.
  const { outliers } = data.own;
  outliers.scores = outliers.scores.map((score, subject) => ([3, 5, 7, 9, 11].includes(subject) ? 1 : score / 2));
  outliers.odd = { scores: outliers.scores.map((score) => 3 * score), subjects: [3, 9] };
  outliers.inconsistent.subjects = [];
  const entries = (subjects) => subjects.map((subject) => ({ subject, reasons: [`measure${subject} 1, usual 0 to 0.5: high`] }));
  outliers.flagged = entries([9, 3]);
  outliers.also_check = entries([11, 5]);
};

reportTest("who is also to check comes after the flagged, the oddest first, and is listed alone", async (page, data) => {
  const idOf = (subject) => data.own.ids[subject];
  assert.deepEqual((await ids(page)).slice(0, 4), [9, 3, 11, 5].map(idOf));
  assert.deepEqual((await column(page, "List")).slice(0, 5), ["odd", "odd", "also check", "also check", ""]);
  await page.click("#filters [data-filter=also]");
  assert.deepEqual(await ids(page), [11, 5].map(idOf));
  assert.deepEqual(await column(page, "Reasons"), ["measure11 1, usual 0 to 0.5: high", "measure5 1, usual 0 to 0.5: high"]);
  await page.locator("#subjects tbody button.link").first().click();
  assert.match(await page.locator("#chosen").innerText(), /also check \u00B7 odd score 3\.0/);
  assert.equal(await page.locator("#headline").innerText(), "2 of 300 to look at, 2 to check, 0 decided");
  assert.match(await page.locator("#map").getAttribute("aria-label"), /, also check 2/);
}, { change: withTies });

reportTest("where nobody else is to check nothing speaks of it", async (page) => {
  assert.equal(await page.locator("#filters [data-filter=also]").isVisible(), false);
  assert.match(await page.locator("#headline").innerText(), / to look at, 0 decided/);
}, { change: (data) => {
  data.own.outliers.also_check = [];
} });

const withLists = (data) => {
  // Subject 5 is an outlier, 7 inconsistent, 9 both.
  const { outliers } = data.own;
  outliers.flagged = [9, 5, 7].map((subject) => ({ subject, reasons: [`reason ${subject}`] }));
  outliers.also_check = [];
  const scores = (listed, high) => outliers.scores.map((score, subject) => (listed.includes(subject) ? high + subject : -0.25));
  outliers.odd = { scores: scores([5, 9], 10), subjects: [5, 9] };
  outliers.inconsistent = { scores: scores([7, 9], 20), subjects: [7, 9] };
};

reportTest("two lists are distinguished, each listed alone and sorted by its score", async (page, data) => {
  const named = (subjects) => subjects.map((subject) => data.own.ids[subject]);
  assert.deepEqual((await column(page, "List")).slice(0, 3).sort(), ["inconsistent", "odd", "odd and inconsistent"]);
  await page.click("#filters [data-filter=odd]");
  await sortBy(page, "Odd");
  assert.deepEqual(await ids(page), named([9, 5]));
  assert.deepEqual(await column(page, "Odd"), ["19.0", "15.0"]);
  assert.deepEqual(await column(page, "List"), ["odd and inconsistent", "odd"]);
  assert.deepEqual(await column(page, "Reasons"), ["reason 9", "reason 5"]);
  await page.click("#filters [data-filter=inconsistent]");
  assert.deepEqual((await ids(page)).sort(), named([7, 9]).sort());
  await page.click(".more summary");
  assert.match(await page.locator("#score-note").innerText(), /in typical spreads above this site's median/);
  await findSubject(page, data.own.ids[9]);
  assert.match(await page.locator("#chosen").innerText(), /odd and inconsistent \u00B7 odd score 19\.0, inconsistent score 29\.0/);
  assert.equal(await page.locator("#filters [data-filter=like_excluded]").isVisible(), false);
}, { change: withLists });

const withRaters = (data) => {
  withLists(data);
  // Raters elsewhere would exclude subject 9, who is flagged, and 11, who is not.
  const { outliers } = data.own;
  outliers.also_check = [{ subject: 11, reasons: ["like scans that raters excluded"] }];
  outliers.like_excluded = { scores: outliers.scores.map((score, subject) => ([9, 11].includes(subject) ? 0.97 : 0.04)), subjects: [9, 11] };
};

reportTest("whom raters elsewhere would exclude is a list of its own, with the share of such scans", async (page, data) => {
  assert.equal(await page.locator("#headline").innerText(), "3 of 300 to look at, 1 to check, 0 decided");
  assert.deepEqual((await column(page, "List")).slice(0, 5).sort(), ["", "as raters", "inconsistent", "odd", "odd, inconsistent and as raters"]);
  await page.click("#filters [data-filter=like_excluded]");
  assert.deepEqual((await ids(page)).sort(), [9, 11].map((subject) => data.own.ids[subject]).sort());
  assert.deepEqual(await column(page, "Raters"), ["97\u00A0%", "97\u00A0%"]);
  await page.locator("#subjects tbody button.link", { hasText: data.own.ids[11] }).first().click();
  assert.match(await page.locator("#chosen").innerText(), /as raters \u00B7 .*raters elsewhere excluded 97\u00A0% of such scans/);
}, { change: withRaters });

reportTest("a report without scans or an outer group has no pictures or frame", async (page) => {
  assert.ok(await page.locator("#as-pictures").isHidden());
  assert.equal(await page.locator("#rim-note").innerText(), "");
  assert.ok(await page.locator("#zoom-fit").isHidden());
});

reportTest("inconsistent subjects are listed with what makes them inconsistent", async (page, data) => {
  await page.click("#filters [data-filter=inconsistent]");
  assert.equal((await ids(page)).length, Math.min(50, data.own.outliers.inconsistent.subjects.length));
  const reasons = await column(page, "Reasons");
  const number = "-?[\\d.e+-]+";
  const measure = new RegExp(` ${number}(, usual ${number}( to ${number})?|: unusual given the other measures)`);
  assert.ok(reasons.every((text) => measure.test(text)));
});

reportTest("the legend hides and shows groups, by keyboard too", async (page, data) => {
  await enlargeMap(page);
  const entry = page.locator("#legend button").first();
  assert.equal(await entry.getAttribute("aria-pressed"), "true");
  const label = await page.locator("#map").getAttribute("aria-label");
  await entry.focus();
  await page.keyboard.press("Space");
  assert.equal(await entry.getAttribute("aria-pressed"), "false");
  assert.notEqual(await page.locator("#map").getAttribute("aria-label"), label);
  await page.keyboard.press("Space");
  assert.equal(await page.locator("#map").getAttribute("aria-label"), label);
  await page.click("#legend-none");
  assert.match(await page.locator("#map").getAttribute("aria-label"), /Shown: none/);
  const { point } = lonelySubject(data);
  await page.mouse.move(...await onScreen(page, placeOf(data, point)));
  assert.equal(await page.locator("#map strong").count(), 0);
});

reportTest("points are coloured by site, label or outlier score", async (page, data) => {
  await enlargeMap(page);
  const names = await texts(page.locator("#colouring > option"));
  assert.deepEqual(names, ["By site", "By label", "By outlier score"]);
  await page.selectOption("#colouring", "2");
  const legend = await texts(page.locator("#legend .name"));
  assert.equal(legend[0], "flagged");
  assert.equal(Number(await page.locator("#legend .count").first().innerText()), data.own.outliers.flagged.length);
});

reportTest("a region drawn on the map lists who is in it", async (page, data) => {
  await enlargeMap(page);
  const own = ownPoints(data);
  const left = own.filter((point) => data.places[0][point] < 5000).length;
  await drawRegion(page, [[-900, -400], [-900, 10400], [5000, 10400], [5000, -400]]);
  await page.locator("#region h3").first().waitFor();
  const all = data.places[0].filter((x) => x < 5000).length;
  const near = (found, expected) => assert.ok(Math.abs(found - expected) <= 3, `${found} instead of ${expected}`);
  near(parseInt((await page.locator("#region h3").first().innerText()).match(/[\d,]+/)[0].replace(",", ""), 10), all);
  near(parseInt(await page.locator("#found").innerText(), 10), left);
  assert.equal(await page.locator("#filters [data-filter=region]").getAttribute("aria-pressed"), "true");
  await page.click("#region button");
  assert.equal(await page.locator("#found").innerText(), `${own.length} subjects`);
});

reportTest("zoom and pan move the map and come back", async (page, data) => {
  const { subject, point } = lonelySubject(data);
  await enlargeMap(page);
  const whole = await page.locator("#map").screenshot();
  const at = await onScreen(page, placeOf(data, point));
  await page.mouse.move(...at);
  await page.mouse.wheel(0, -400);
  await page.waitForTimeout(300);
  assert.notDeepEqual(await page.locator("#map").screenshot(), whole);
  // The zoom is centred on the pointer: the point under it stays there.
  await page.mouse.click(...at);
  assert.equal(await chosen(page), data.own.ids[subject]);
  await page.mouse.down();
  await page.mouse.move(at[0] + 80, at[1] + 50, { steps: 4 });
  await page.mouse.up();
  await page.click("#zoom-all");
  await page.mouse.click(...at);
  assert.equal(await chosen(page), data.own.ids[subject]);
});

reportTest("dark mode draws on a dark ground with contrast", async (page) => {
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(ground, "rgb(20, 23, 27)");
  const corner = await page.evaluate(() => {
    const canvas = document.querySelector("#map canvas");
    return [...canvas.getContext("2d").getImageData(1, 1, 1, 1).data];
  });
  assert.equal(corner[3], 0); // the map's ground is the page's
}, { colorScheme: "dark" });

reportTest("on a phone nothing is wider than the screen", async (page) => {
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.locator("#legend .count").evaluateAll((counts) => counts.forEach((count) => { count.textContent = "50,000"; }));
  const heights = await page.locator("#legend .name").evaluateAll((names) => names.map((name) => name.clientHeight));
  assert.ok(Math.max(...heights) < 40, `names stand in one line: ${heights}`);
}, { viewport: { width: 390, height: 844 } });

reportTest("a picture of the scan is there on hover where the subject has one", async (page, data) => {
  const { point } = lonelySubject(data);
  await page.mouse.move(...await onScreen(page, placeOf(data, point)));
  await page.locator("#map img.thumbnail").waitFor();
}, { change: withPictures });

reportTest("text from other sites stays text", async (page) => {
  assert.equal(await page.evaluate(() => window.harmed), undefined);
  assert.ok((await texts(page.locator("#legend .name"))).includes("<img src=x onerror=harmed=1>"));
}, { change: (data) => {
  const harmful = "<img src=x onerror=harmed=1></script><script>harmed=1</script>";
  data.sites = data.sites.map(() => harmful);
  data.labels.names = data.labels.names.map(() => harmful);
  data.own.ids = data.own.ids.map(() => harmful);
  for (const { groups } of data.colourings) groups[0].name = "<img src=x onerror=harmed=1>";
} });

reportTest("a map of three dimensions is seen from three sides", async (page) => {
  assert.equal(await page.locator("#views button").count(), 3);
  await enlargeMap(page);
  const front = await page.locator("#map").screenshot();
  await page.click("#views button:nth-child(2)");
  assert.notDeepEqual(await page.locator("#map").screenshot(), front);
}, { change: (data) => {
  data.places.push(data.places[0].map((x, i) => (37 * i) % 10000));
} });
