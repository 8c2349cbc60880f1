// A strip per measure: the site's subjects, the chosen one marked, what they are compared with behind.
import { echarts } from "./charts.js";
import { byId, element } from "./dom.js";
import { chooseMeasure } from "./measures.js";
import { shortNumber, signed } from "./subject.js";
import { onGround, onThemeChange, pageColours } from "./theme.js";

const widest = 8; // deviations shown; what is further off stands at the edge
const mostRows = 30;
const ordinary = "#0072b2";
const flagged = "#d55e00";
const alsoCheck = "#e69f00";
const rowHeight = 26;
const margin = { top: 8, bottom: 44, right: 50 };
const roomForCount = 36; // between a strip's name and its left end

export function makeStrips(data, state) {
  const own = data.own;
  if (own.strips.length === 0) return;
  const container = byId("strips");
  byId("strips-section").hidden = false;
  byId("strips-note").textContent = note(own);
  byId("strip-search-field").hidden = own.strips.length <= mostRows / 2;
  const chart = echarts.init(byId("strip-plot"));
  let strips = own.strips.slice(0, mostRows); // shown
  const plain = [...Array(own.count).keys()].filter((subject) => !own.flag(subject));

  const across = (strip, subject) => Math.max(-widest, Math.min(widest, strip.deviation(subject)));
  // Subjects are spread over the height of the strip, always in the same way.
  const up = (row, subject) => row + 0.6 * (((subject * 0.618034) % 1) - 0.5);

  function dots(name, subjects, colour, size) {
    const flat = new Float32Array(2 * subjects.length * strips.length);
    strips.forEach((strip, row) => subjects.forEach((subject, i) => {
      flat.set([across(strip, subject), up(row, subject)], 2 * (row * subjects.length + i));
    }));
    const large = flat.length > 20000;
    return {
      id: name, name, type: "scatter", dimensions: ["x", "y"], data: flat, large, largeThreshold: 0, progressive: 0,
      symbol: large ? "rect" : "circle", symbolSize: large ? 3 : size, z: 3,
      itemStyle: { color: onGround(colour), opacity: large ? 0.4 : 0.6 }, emphasis: { disabled: true }, cursor: "pointer",
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

  /// The middle 90 % and 50 % of those compared with as bands, their median as a line; at the ends an arrow and how many
  /// subjects are further off.
  function bandSeries() {
    const { band, box, soft, text } = pageColours();
    const rows = strips; // the chart may draw them once more when others are shown
    return {
      id: "bands", type: "custom", silent: true, z: 1, zlevel: 0, clip: false, data: strips.map((strip, row) => [row]), encode: { y: 0 },
      renderItem: (params, api) => {
        const row = api.value(0);
        const strip = rows[row];
        const q = strip.bands.map((units) => Math.max(-widest, Math.min(widest, units)));
        const bar = (from, to, half, fill) => {
          const [x1, y1] = api.coord([from, row - half]);
          const [x2, y2] = api.coord([to, row + half]);
          return { type: "rect", shape: { x: x1, y: Math.min(y1, y2), width: Math.max(2, x2 - x1), height: Math.abs(y2 - y1) }, style: { fill } };
        };
        const further = (sign, label, align) => {
          const count = clipped(own, strip)[sign];
          const [x, y] = api.coord([sign * widest, row]);
          return { type: "text", style: { text: count > 0 ? label(count) : "", x: x + sign * 8, y, fill: text, fontSize: 12, align, verticalAlign: "middle" } };
        };
        return { type: "group", children: [bar(q[0], q[4], 0.38, band), bar(q[1], q[3], 0.38, box), bar(q[2], q[2], 0.38, soft),
          further(-1, (count) => `${count} \u25C2`, "right"), further(1, (count) => `\u25B8 ${count}`, "left")] };
      },
    };
  }

  function hovered({ seriesName, dataIndex }) {
    const subjects = { plain, also: own.alsoCheck, odd: own.flagged }[seriesName];
    if (!subjects) return null;
    return { subject: subjects[dataIndex % subjects.length], strip: strips[Math.floor(dataIndex / subjects.length)] };
  }

  function tooltip(params) {
    const at = hovered(params);
    if (at === null) return "";
    return [element("strong", {}, own.id(at.subject)), element("div", {}, `${at.strip.feature}: ${shortNumber(at.strip.value(at.subject))}`),
      element("div", {}, `${signed(at.strip.deviation(at.subject))} from the median of ${whose(own)}`)];
  }

  /// The strips' names, in percent of the plot, so that they stay beside their strips when it is printed.
  function drawNames(width, height) {
    const step = (height - margin.top - margin.bottom) / (strips.length + 1);
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    byId("strip-names").style.width = percent(width - 10, container.clientWidth);
    byId("strip-names").replaceChildren(...strips.map((strip, row) => {
      const index = own.strips.indexOf(strip);
      const button = element("button", { type: "button", class: "link", title: `${strip.feature}: colour the map by it`,
        "aria-pressed": String(state.get("measure") === index) }, strip.feature);
      button.addEventListener("click", () => chooseMeasure(data, state, state.get("measure") === index ? null : index));
      const item = element("li", {}, button);
      const { [-1]: below, 1: above } = clipped(own, strip);
      if (below + above > 0) item.append(element("span", { class: "unseen" }, `, off the scale: ${below} below, ${above} above`));
      item.style.top = percent(margin.top + (row + 1) * step, height);
      return item;
    }));
  }

  function draw() {
    const colours = pageColours();
    const height = strips.length * rowHeight + 60;
    const width = Math.min(220, container.clientWidth * 0.34);
    byId("strip-plot").style.height = `${height}px`;
    byId("strip-plot").setAttribute("aria-label", `Dot plot of ${strips.length} measures; the table above names the measures that make a subject odd.`);
    chart.resize();
    drawNames(width, height);
    chart.setOption({
      animation: false,
      grid: { left: width + roomForCount, ...margin },
      tooltip: { confine: true, formatter: tooltip, backgroundColor: colours.card, borderColor: colours.line, textStyle: { color: colours.text } },
      xAxis: {
        type: "value", min: -widest, max: widest, interval: 2, name: `deviations from the median of ${whose(own)}`,
        nameLocation: "middle", nameGap: 26, nameTextStyle: { color: colours.soft, fontSize: 13 }, axisLabel: { color: colours.soft }, axisLine: { show: false }, axisTick: { show: false },
        splitLine: { lineStyle: { color: colours.line } },
      },
      yAxis: {
        type: "value", inverse: true, min: -1, max: strips.length, interval: 1, splitLine: { show: false }, axisTick: { show: false }, axisLine: { show: false },
        axisLabel: { show: false },
      },
      series: [bandSeries(), dots("plain", plain, ordinary, 6), dots("also", own.alsoCheck, alsoCheck, 7), dots("odd", own.flagged, flagged, 8), chosenSeries()],
    });
  }

  byId("strip-search").addEventListener("input", (event) => {
    const sought = event.target.value.trim().toLowerCase();
    const found = own.strips.filter(({ feature }) => feature.toLowerCase().includes(sought));
    strips = found.slice(0, mostRows);
    byId("strips-found").textContent = `${strips.length} shown of ${found.length}`;
    draw();
  });
  chart.on("click", (params) => {
    const at = hovered(params);
    if (at !== null) state.set({ chosen: at.subject });
  });
  draw();
  state.subscribe(["chosen"], () => chart.setOption({ series: [chosenSeries()] }));
  state.subscribe(["measure"], draw);
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

/// How many subjects are off either end of the scale, by its sign.
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

const isGiven = (own) => own.comparedWith === "reference";
const whose = (own) => (isGiven(own) ? "the reference" : "all sites");

function note(own) {
  const which = own.strips.length <= mostRows
    ? own.strips.length < own.features ? `The ${own.strips.length} measures that tell most, of ${own.features}: those` : "Every measure, first those"
    : `The ${mostRows} measures that tell most, of ${own.features} (a search finds ${own.strips.length === own.features ? "all" : own.strips.length}): those`;
  const bands = isGiven(own)
    ? "the dark band holds the middle half of the reference, the light one its middle 90 %"
    : "the dark band holds the middle half of all sites' subjects, the light one their middle 90 %, assuming a normal distribution";
  return `${which} that make most subjects odd, then those furthest from the median of ${whose(own)}. Each dot is one subject` +
    `${own.flagged.length > 0 ? ", orange if flagged" : ""}${own.alsoCheck.length > 0 ? ", yellow if also to check" : ""}; ${bands}. Values are in robust standard deviations` +
    `${isGiven(own) ? " of the reference" : " over all sites, of logarithms where a measure is always positive"}; values more than ${widest} away are at ` +
    "the edge, beside an arrow with their number. Click a measure's name to colour the map by it.";
}
