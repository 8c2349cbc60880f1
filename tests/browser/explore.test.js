// Exploring a federation's map: what its marks are, what they are coloured by, how a region differs, and decisions on it.
import assert from "node:assert/strict";
import { dataOf, drawRegion, enlargeMap, onScreen, outputFile, ownPoints, placeOf, testsOf, texts } from "./reports.js";

const own = outputFile("local0", "index.html", "federation");
const ownTest = testsOf(own);
const jointTest = testsOf(outputFile("local0", "joint/index.html", "federation"));
const groupsOf = (data) => data.site.flatMap((_, point) => (data.subjects[point] > 1 ? [point] : []));

/// Returns the pixels of the map around a place on the screen, as [red, green, blue, opacity].
async function pixelsAround(page, place, reach) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(pixels, [...place, reach]);
}

const pixels = ([left, top, around]) => [...document.querySelectorAll("#map canvas")].flatMap((canvas) => {
  const box = canvas.getBoundingClientRect();
  const ratio = canvas.width / box.width;
  const side = Math.round(2 * around * ratio);
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(Math.round((left - around - box.x) * ratio), Math.round((top - around - box.y) * ratio), side, side);
  return Array.from({ length: side * side }, (_, i) => [...data.slice(4 * i, 4 * i + 4)]);
});

/// WCAG 2.2's contrast of two colours.
function contrast(a, b) {
  const luminance = (colour) => colour.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + [0.2126, 0.7152, 0.0722][i] * part, 0);
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

// The eight colours that sites have first.
const colours = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#000000", "#e0d020"];
for (const colorScheme of ["light", "dark"]) {
  jointTest(`groups of any site reach a contrast of 3 : 1, ${colorScheme}`, async (page, data) => {
    const ground = (await page.evaluate(() => getComputedStyle(document.getElementById("map")).backgroundColor)).match(/\d+/g).map(Number);
    for (const [index] of colours.entries()) {
      const point = groupsOf(data)[index];
      const around = await pixelsAround(page, await onScreen(page, placeOf(data, point)), 12);
      const seen = ([red, green, blue, opacity]) => [red, green, blue].map((part, i) => ground[i] + ((part - ground[i]) * opacity) / 255);
      const best = Math.max(...around.map((pixel) => contrast(seen(pixel), ground)));
      assert.ok(best >= 3, `${colours[index]}: ${best.toFixed(2)}`);
    }
  }, { colorScheme, change: (data) => {
    const [first] = data.colourings;
    first.groups = colours.map((colour) => ({ ...first.groups[0], name: colour, colour }));
    first.group = data.site.map((_, point) => point % colours.length);
  } });
}

ownTest("the legend says how many subjects a group stands for, and what rings and signs are", async (page, data) => {
  const sizes = data.subjects.filter((subjects) => subjects > 1);
  const marks = await texts(page.locator("#marks li"));
  assert.equal(marks[0], `a group of ${Math.min(...sizes)} to ${Math.max(...sizes)} subjects, larger for more`);
  assert.deepEqual(marks.slice(1), ["one subject", "to look at", "chosen", "nearest to it", "keep", "recheck", "exclude"]);
}, { change: (data) => {
  data.subjects[groupsOf(data)[0]] = 7;
} });

ownTest("a decision is seen on the map, and goes when it is taken back", async (page, data) => {
  await enlargeMap(page);
  const { subject } = data.own.outliers.flagged[0];
  const [x, y] = await onScreen(page, placeOf(data, ownPoints(data)[subject]));
  const beside = async () => JSON.stringify(await pixelsAround(page, [x + 8, y - 8], 5));
  const before = await beside();
  await page.locator("#chosen button", { hasText: "Exclude" }).click();
  const excluded = await beside();
  assert.notEqual(excluded, before);
  await page.locator("#chosen button", { hasText: "Keep" }).click();
  assert.ok(![before, excluded].includes(await beside()));
  await page.locator("#chosen button", { hasText: "Keep" }).click();
  assert.equal(await beside(), before);
});

ownTest("at the small map, points are coloured by any measure", async (page, data) => {
  const { centre, scale, values, name } = data.own.strips.at(-1);
  await page.selectOption("#colouring", { label: `By ${name}` });
  const bin = (value) => [-3, -2, -1, 1, 2, 3].filter((bound) => (value - centre) / scale >= bound).length;
  const groups = data.own.strips.at(-1).elsewhere;
  assert.equal(groups.length, data.site.length - values.length);
  const expected = Array.from({ length: 7 }, (_, at) => {
    const [subjects, of] = [values, groups].map((all) => all.filter((value) => value !== null && bin(value) === at).length);
    return of === 0 ? `${subjects}` : `${subjects > 0 ? `${subjects} and ` : ""}${of} group${of === 1 ? "" : "s"}`;
  });
  assert.deepEqual((await texts(page.locator("#legend .count"))).slice(0, 7), expected);
  assert.match(await page.locator("#marks").innerText(), /^Colours: as measured; a group by its mean/);
  await page.selectOption("#colouring", { label: "By site" });
  assert.doesNotMatch(await page.locator("#marks").innerText(), /Colours/);
});

ownTest("a group has a measure's colour by its mean, a group without one is grey, and pointing at it says so", async (page, data) => {
  await enlargeMap(page);
  const { name } = data.own.strips[0];
  await page.selectOption("#colouring", { label: `By ${name}` });
  const [high, none] = groupsOf(data);
  for (const [point, told, isColour] of [[high, /1e\+?9|1000000000/, ([red, , blue]) => red > blue + 60], [none, /no value here/, ([red, , blue]) => Math.abs(red - blue) < 12]]) {
    const at = await onScreen(page, placeOf(data, point));
    const seen = (await pixelsAround(page, at, 3)).filter(([, , , opacity]) => opacity > 0);
    assert.ok(seen.some(isColour) && seen.length > 0, `${name} of ${point}: ${seen[0]}`);
    await page.mouse.move(at[0] - 2, at[1]);
    await page.mouse.move(...at);
    await page.locator("#map div", { hasText: told }).first().waitFor();
  }
  assert.match(await page.locator("#legend").innerText(), /without a value here\s+1 group/);
}, { change: (data) => {
  const [high, none] = groupsOf(data);
  const others = data.site.flatMap((site, point) => (site === data.own.site ? [] : [point]));
  const [strip] = data.own.strips;
  strip.elsewhere = others.map((point) => (point === high ? 1e9 : point === none ? null : strip.centre));
  // Both lie where nothing else does.
  [[high, 0], [none, 10000]].forEach(([point, at]) => data.places.forEach((axis) => { axis[point] = at; }));
} });

/// The middle of the widest stretch without a value, from low to high: rounding to pixels moves no point over it.
function widestGap(values, low, high) {
  const between = [low, ...values.filter((value) => value > low && value < high).sort((a, b) => a - b), high];
  const gaps = between.slice(1).map((value, i) => [value - between[i], (value + between[i]) / 2]);
  return gaps.sort(([a], [b]) => b - a)[0][1];
}

ownTest("a region says in which measures it differs, colours by them, and is saved", async (page, data) => {
  await enlargeMap(page);
  const own = ownPoints(data);
  const edge = widestGap(own.map((point) => data.places[1][point]), 6000, 8000);
  await drawRegion(page, [[-900, edge], [-900, 10900], [10900, 10900], [10900, edge]]);
  await page.locator("#differences").waitFor();
  const inside = data.own.ids.map((_, subject) => data.places[1][own[subject]] > edge);
  assert.equal(inside.filter(Boolean).length, parseInt(await page.locator("#found").innerText(), 10));
  const median = (values) => values.sort((a, b) => a - b) && (values[(values.length - 1) >> 1] + values[values.length >> 1]) / 2;
  const expected = data.own.strips.map(({ name, values, scale }) => {
    const [here, there] = [true, false].map((where) => median(values.filter((_, subject) => inside[subject] === where)));
    return { name, difference: (here - there) / scale };
  }).sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  const rows = await Promise.all((await page.locator("#differences tr").all()).map((row) => texts(row.locator("th, td"))));
  assert.equal(rows.length, 8);
  rows.forEach(([name, difference], i) => {
    assert.equal(name, expected[i].name);
    assert.ok(Math.abs(Number(difference.replace("\u2212", "-")) - expected[i].difference) < 0.06, `${name} ${difference}`);
  });
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save as region.csv")]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const lines = Buffer.concat(chunks).toString("utf8").trim().split("\r\n");
  assert.equal(download.suggestedFilename(), "region.csv");
  assert.deepEqual(lines.slice(1).map((line) => line.split(",")[0]).sort(), data.own.ids.filter((_, subject) => inside[subject]).sort());
  await page.locator("#differences button").first().click();
  assert.equal(await page.locator("#colouring option:checked").innerText(), `By ${expected[0].name}`);
  await page.click("#region summary");
  await page.locator("#region ol li").first().waitFor();
  assert.equal(await page.locator("#region ol li").count(), 8);
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
for (const [name, test] of [["a site's own", ownTest], ["the joint", jointTest]]) {
  test(`on a phone ${name} map comes before the third screen, and nothing is clipped`, async (page) => {
    const { top, scroll, client, clipped } = await page.evaluate(() => ({
      top: document.getElementById("map").getBoundingClientRect().top + scrollY,
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
      clipped: [...document.querySelectorAll("main :is(p, h1, h2, h3, dd, button, select, input, label, #subjects td)")]
        .filter((each) => each.checkVisibility() && each.closest(".scroll.wide, .unseen, thead, #map") === null)
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline" || each.getBoundingClientRect().right > 391)
        .map((each) => `${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 40)}`),
    }));
    assert.ok(top < 2 * 844, `the map begins at ${top}`);
    assert.ok(scroll <= client, `${scroll} of ${client} pixels`);
    assert.deepEqual(clipped, []);
  }, phone);
}

jointTest("the joint page says which sites mix, and its map is as wide as its points need", async (page, data) => {
  const rows = await Promise.all((await page.locator("#mixing tbody tr").all()).map((row) => texts(row.locator("th, td"))));
  assert.deepEqual(rows.map(([site]) => site), data.sites);
  const points = data.site.length;
  for (const [site, verdict, ownShare, mixed] of rows) {
    const mine = data.site.flatMap((each, point) => (data.sites[each] === site ? [point] : []));
    const square = (a, b) => data.places.reduce((sum, axis) => sum + (axis[a] - axis[b]) ** 2, 0);
    const near = (point) => [...Array(points).keys()].filter((other) => other !== point).sort((a, b) => square(a, point) - square(b, point)).slice(0, 5);
    const share = mine.flatMap(near).filter((other) => mine.includes(other)).length / (5 * mine.length);
    assert.equal(parseInt(ownShare, 10), Math.round(100 * share), site);
    assert.equal(parseInt(mixed, 10), Math.round((100 * (mine.length - 1)) / (points - 1)));
    assert.match(verdict, /^(mixes|partly apart|stands alone)$/);
  }
  assert.deepEqual(await dataOf(page).then(({ own: none }) => none), undefined);
  const box = await page.locator("#map").boundingBox();
  const [width, height] = data.places.map((axis) => Math.max(...axis) - Math.min(...axis));
  assert.ok(Math.abs(box.width / box.height - Math.max(0.9, Math.min(2, width / height))) < 0.05, `${box.width} by ${box.height}`);
});
