// A strip per measure, in the measure's units: the site's subjects, the chosen one marked, and the compared range behind.
import { echarts, tooltipOf } from "./charts.js";
import { button, byId, element, limited } from "./dom.js";
import { chooseMeasure, isInRange } from "./range.js";
import { measureTitle, shortNumber } from "./subject.js";
import { onGround, onPrint, onThemeChange, pageColours } from "./theme.js";

const widest = 8; // deviations shown; what is further off stands at the edge
const mostRows = 30;
const mostPrinted = 12; // so that paper has few pages
const ordinary = "#0072b2";
const flagged = "#d55e00";
const alsoCheck = "#e69f00";
const rowHeight = 36;
const margin = { top: 4, bottom: 4, right: 50 };
const dragged = 6; // pixels from which a press is a range
const halfBand = 0.26; // in rows
const manyDots = 200; // in a strip, from which they are fainter and smaller
const roomForCount = 36; // between a strip's name and its left end

export function makeStrips(data, state) {
  const own = data.own;
  if (own.strips.length === 0) return;
  const container = byId("strips");
  byId("strips-section").hidden = false;
  byId("strips-note").textContent = note(own);
  byId("strip-search-field").hidden = own.strips.length <= mostRows / 2;
  byId("strips-found").hidden = own.strips.length <= mostRows / 2;
  const chart = echarts.init(byId("strip-plot"));
  let found = own.strips;
  let strips = found.slice(0, mostRows); // shown
  const groups = { plain: [...Array(own.count).keys()].filter((subject) => !own.flag(subject)), also: own.alsoCheck, odd: own.flagged };
  let shown = groups; // of these who is in the range

  const across = (strip, subject) => limited(strip.deviation(subject), widest);
  // Subjects are distributed over the strip's height, always in the same way.
  const up = (row, subject) => row + 0.44 * (((subject * 0.618034) % 1) - 0.5);

  function dots(name, subjects, colour, size) {
    const flat = new Float32Array(2 * subjects.length * strips.length);
    strips.forEach((strip, row) => subjects.forEach((subject, i) => {
      flat.set([across(strip, subject), up(row, subject)], 2 * (row * subjects.length + i));
    }));
    const large = flat.length > 20000;
    const many = subjects.length > manyDots;
    return {
      id: name, name, type: "scatter", dimensions: ["x", "y"], data: flat, large, largeThreshold: 0, progressive: 0,
      progressiveThreshold: Infinity, // with more dots it would be a canvas of its own, over the numbers, which is empty on paper
      symbol: large ? "rect" : "circle", symbolSize: large ? 3 : many ? size - 3 : size, z: 3,
      itemStyle: { color: onGround(colour), opacity: (large ? 0.4 : 0.6) * Math.min(1, Math.sqrt(manyDots / Math.max(subjects.length, 1))) },
      emphasis: { disabled: true }, cursor: "pointer",
    };
  }

  function chosenSeries() {
    const subject = state.get("chosen");
    return {
      id: "chosen", name: "chosen", type: "scatter", silent: true, z: 5, symbol: "diamond", symbolSize: 14,
      data: subject === null ? [] : strips.map((strip, row) => [across(strip, subject), row]),
      itemStyle: { color: pageColours().mark, borderColor: pageColours().card, borderWidth: 1.5 },
    };
  }

  /// A row per strip, drawn by `render` of its number, itself and the ends of its bands.
  function rowSeries(id, z, render) {
    const rows = strips; // the chart may draw them once more when others are shown
    return {
      id, type: "custom", silent: true, z, zlevel: 0, clip: false, data: strips.map((strip, row) => [row]), encode: { y: 0 },
      renderItem: (params, api) => {
        const strip = rows[api.value(0)];
        const ends = strip.bands.map((units) => limited(units, widest));
        return { type: "group", children: render(api, api.value(0), strip, ends) };
      },
    };
  }

  /// The middle 90 % and 50 % of those compared with as bands, and their median as a line.
  function bandSeries() {
    const { band, box, soft } = pageColours();
    return rowSeries("bands", 1, (api, row, strip, q) => {
      const bar = (from, to, fill) => ({ type: "rect", shape: rowShape(api, row, from, to), style: { fill } });
      return [bar(q[0], q[4], band), bar(q[1], q[3], box), bar(q[2], q[2], soft)];
    });
  }

  /// The ends of the outer band in the measure's unit; at the strip's ends an arrow and how many subjects are further off. In front of the dots.
  function numberSeries() {
    const { soft, text, card } = pageColours();
    return rowSeries("numbers", 4, (api, row, strip, q) => {
      const write = (at, down, label, align, fill) => {
        const [x, y] = api.coord([at, row + down]);
        return { type: "text", style: { text: label, x, y, fill, fontSize: 12, align, verticalAlign: "middle", stroke: card, lineWidth: 3 } };
      };
      const { [-1]: below, 1: above } = clipped(own, strip);
      return [write(q[0], 0.36, `${shortNumber(strip.quantiles[0])} `, "right", soft), write(q[4], 0.36, ` ${shortNumber(strip.quantiles[4])}`, "left", soft),
          write(-widest, 0, below > 0 ? `${below} \u25C2` : "", "right", text), write(widest, 0, above > 0 ? ` \u25B8 ${above}` : "", "left", text)];
    });
  }

  function rowShape(api, row, from, to) {
    const [x1, y1] = api.coord([from, row - halfBand]);
    const [x2, y2] = api.coord([to, row + halfBand]);
    return { x: x1, y: Math.min(y1, y2), width: Math.max(2, x2 - x1), height: Math.abs(y2 - y1) };
  }

  /// The range of a strip, in deviations.
  function rangeSeries(row, from, to) {
    return {
      id: "range", type: "custom", silent: true, z: 6, data: row < 0 ? [] : [[row, from, to]], encode: { y: 0 },
      renderItem: (params, api) => ({ type: "rect", shape: rowShape(api, api.value(0), api.value(1), api.value(2)),
        style: { fill: "transparent", stroke: pageColours().link, lineWidth: 2 } }),
    };
  }

  function chosenRange() {
    const range = state.get("range");
    if (range === null) return rangeSeries(-1, 0, 0);
    const strip = own.strips[state.get("measure")];
    const ends = range.map((value) => limited(Math.abs(value) === Infinity ? value : strip.units(value), widest));
    return rangeSeries(strips.indexOf(strip), ...ends);
  }

  /// Drawing over a strip sets the range of its measure; an end beyond the scale is open.
  function makeBrush() {
    const plot = byId("strip-plot");
    let from = null; // [deviation, row, pixel]
    const at = ({ offsetX, offsetY }) => chart.convertFromPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [offsetX, offsetY]);
    const ends = (event) => [from.across, at(event)[0]].sort((a, b) => a - b).map((end) => limited(end, widest));
    const isDrag = (event) => from !== null && Math.abs(event.offsetX - from.x) >= dragged;
    plot.addEventListener("pointerdown", (event) => {
      const [across, row] = at(event);
      from = event.button === 0 && strips[Math.round(row)] ? { across, row: Math.round(row), x: event.offsetX } : null;
    });
    plot.addEventListener("pointermove", (event) => {
      if (isDrag(event)) chart.setOption({ series: [rangeSeries(from.row, ...ends(event))] });
    });
    plot.addEventListener("pointerleave", () => { from = null; });
    plot.addEventListener("pointerup", (event) => {
      if (isDrag(event)) {
        const strip = strips[from.row];
        const open = (end) => (Math.abs(end) >= widest ? Math.sign(end) * Infinity : strip.measured(end));
        const range = ends(event).map(open);
        chooseMeasure(data, state, own.strips.indexOf(strip));
        state.set({ range });
      }
      from = null;
    });
  }

  function hovered({ seriesName, dataIndex }) {
    const subjects = shown[seriesName];
    if (!subjects) return null;
    return { subject: subjects[dataIndex % subjects.length], strip: strips[Math.floor(dataIndex / subjects.length)] };
  }

  function tooltip(params) {
    const at = hovered(params);
    if (at === null) return "";
    const { name, unit, value, quantiles } = at.strip;
    return [element("strong", {}, own.id(at.subject)), element("div", {}, `${name} ${shortNumber(value(at.subject))} ${unit}`),
      element("div", {}, `nine in ten of ${own.comparedWith === "reference" ? "the reference" : "this site"}: ${shortNumber(quantiles[0])} to ${shortNumber(quantiles[4])}`)];
  }

  /// The strips' names, in percent of the plot, so that they stay beside their strips when it is printed.
  function drawNames(width, height) {
    const step = (height - margin.top - margin.bottom) / (strips.length + 1);
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    byId("strip-names").style.width = percent(width - 10, container.clientWidth);
    byId("strip-names").replaceChildren(...strips.map((strip, row) => {
      const index = own.strips.indexOf(strip);
      const isChosen = state.get("measure") === index;
      const item = element("li", {}, button({ class: "link", title: `${strip.feature}: colour the map by it`, "aria-pressed": String(isChosen) },
        () => chooseMeasure(data, state, isChosen ? null : index), measureTitle(strip)));
      const { [-1]: below, 1: above } = clipped(own, strip);
      if (below + above > 0) item.append(element("span", { class: "unseen" }, `, off the scale: ${below} below, ${above} above`));
      item.style.top = percent(margin.top + (row + 1) * step, height);
      return item;
    }));
  }

  function draw() {
    shown = Object.fromEntries(Object.entries(groups).map(([name, subjects]) => [name, subjects.filter((subject) => isInRange(data, state, subject))]));
    const height = strips.length * rowHeight + 20;
    const width = Math.min(300, container.clientWidth * 0.38);
    byId("strip-plot").style.height = `${height}px`;
    byId("strip-plot").setAttribute("aria-label", `Dot plot of ${strips.length} measures; the table above names the measures that make a subject odd.`);
    chart.resize();
    drawNames(width, height);
    chart.setOption({
      animation: false,
      grid: { left: width + roomForCount, ...margin },
      tooltip: tooltipOf(tooltip),
      xAxis: { type: "value", show: false, min: -widest, max: widest },
      yAxis: { type: "value", show: false, inverse: true, min: -1, max: strips.length },
      series: [bandSeries(), dots("plain", shown.plain, ordinary, 6), dots("also", shown.also, alsoCheck, 7), dots("odd", shown.odd, flagged, 8), numberSeries(), chosenSeries(), chosenRange()],
    });
  }

  byId("strip-search").addEventListener("input", (event) => {
    const sought = event.target.value.trim().toLowerCase();
    found = own.strips.filter(({ feature, name }) => [feature, name].some((text) => text.toLowerCase().includes(sought)));
    strips = found.slice(0, mostRows);
    byId("strips-found").textContent = `${strips.length} shown of ${found.length}`;
    draw();
  });
  chart.on("click", (params) => {
    const at = hovered(params);
    if (at !== null) state.set({ chosen: at.subject });
  });
  draw();
  makeBrush();
  state.subscribe(["chosen"], () => chart.setOption({ series: [chosenSeries()] }));
  state.subscribe(["measure", "range"], draw);
  onPrint((on) => { strips = found.slice(0, on ? mostPrinted : mostRows); });
  onThemeChange(() => {
    draw();
    chart.getZr().flush();
  });
  let drawnWidth = container.clientWidth;
  new ResizeObserver(() => {
    if (container.clientWidth === drawnWidth) return;
    drawnWidth = container.clientWidth;
    draw();
  }).observe(container);
}

const counts = new Map(); // by measure

/// Counts the subjects beyond either end of the scale, by its sign.
function clipped(own, strip) {
  if (!counts.has(strip)) {
    const count = { [-1]: 0, 1: 0 };
    for (let subject = 0; subject < own.count; ++subject) {
      const deviation = strip.deviation(subject);
      if (Math.abs(deviation) > widest) ++count[Math.sign(deviation)];
    }
    counts.set(strip, count);
  }
  return counts.get(strip);
}

function note(own) {
  const which = own.strips.length <= mostRows ? "" : `The ${mostRows} measures that tell most, of ${own.features}; a search finds ${own.strips.length === own.features ? "all" : own.strips.length}. `;
  const colours = [own.flagged.length > 0 ? "orange to look at" : "", own.alsoCheck.length > 0 ? "yellow to check" : ""].filter((text) => text !== "").join(", ");
  return `${which}Each dot is one subject${colours ? `: ${colours}` : ""}. The bands hold the middle half and nine in ten of ${own.comparedWith === "reference" ? "the reference" : "this site"}, with the ends of these in numbers; ` +
    "values far off are at the edge, beside their number. Draw across a strip to see only who is in that range; click a name to colour the map by it.";
}
