// A strip per measure: the site's subjects, the chosen one marked, the reference behind.
import { echarts } from "./charts.js";
import { byId, element } from "./dom.js";
import { signed } from "./subject.js";
import { onGround, onThemeChange, pageColours } from "./theme.js";

const widest = 8; // deviations shown; what is further off stands at the edge
const ordinary = "#0072b2";
const flagged = "#d55e00";
const rowHeight = 26;

export function makeStrips(data, state) {
  const own = data.own;
  const strips = own.strips;
  if (strips.length === 0) return;
  const container = byId("strips");
  byId("strips-section").hidden = false;
  container.style.height = `${strips.length * rowHeight + 60}px`;
  byId("strips-note").textContent = note(own);
  container.setAttribute("aria-label",
    `Dot plot of ${strips.length} measures; the table above names the measures that make a subject odd.`);
  const chart = echarts.init(container);
  const plain = [];
  const odd = [];
  for (let subject = 0; subject < own.count; ++subject) (own.isFlagged(subject) ? odd : plain).push(subject);

  const deviation = (strip, value) => ((strip.logarithm ? Math.log(value) : value) - strip.centre) / strip.scale;
  const across = (strip, value) => Math.max(-widest, Math.min(widest, deviation(strip, value)));
  // Subjects are spread over the height of the strip, always in the same way.
  const up = (row, subject) => row + 0.6 * (((subject * 0.618034) % 1) - 0.5);

  function dots(name, subjects, colour, size) {
    const flat = new Float32Array(2 * subjects.length * strips.length);
    strips.forEach((strip, row) => subjects.forEach((subject, i) => {
      flat.set([across(strip, strip.values[subject]), up(row, subject)], 2 * (row * subjects.length + i));
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
      data: subject === null ? [] : strips.map((strip, row) => [across(strip, strip.values[subject]), row]),
      itemStyle: { color: pageColours().mark, borderColor: pageColours().card, borderWidth: 1.5 },
    };
  }

  /// The reference's middle 90 % and 50 % as bands, its median as a line.
  function referenceSeries() {
    const { band, box, soft } = pageColours();
    return {
      id: "reference", type: "custom", silent: true, z: 1, data: strips.map((strip, row) => [row]),
      encode: { y: 0 },
      renderItem: (params, api) => {
        const row = api.value(0);
        const q = strips[row].reference.map((value) => across(strips[row], value));
        const bar = (from, to, half, fill) => {
          const [x1, y1] = api.coord([from, row - half]);
          const [x2, y2] = api.coord([to, row + half]);
          return { type: "rect", shape: { x: x1, y: Math.min(y1, y2), width: Math.max(2, x2 - x1), height: Math.abs(y2 - y1) }, style: { fill } };
        };
        return { type: "group", children: [bar(q[0], q[4], 0.38, band), bar(q[1], q[3], 0.38, box), bar(q[2], q[2], 0.38, soft)] };
      },
    };
  }

  function hovered({ seriesName, dataIndex }) {
    const subjects = { plain, odd }[seriesName];
    if (!subjects) return null;
    return { subject: subjects[dataIndex % subjects.length], strip: strips[Math.floor(dataIndex / subjects.length)] };
  }

  function tooltip(params) {
    const at = hovered(params);
    if (at === null) return "";
    const value = at.strip.values[at.subject];
    return [element("strong", {}, own.id(at.subject)), element("div", {}, `${at.strip.feature}: ${value}`),
      element("div", {}, `${signed(deviation(at.strip, value))} from the median of ${whose(own)}`)];
  }

  function draw() {
    const colours = pageColours();
    const width = Math.min(220, container.clientWidth * 0.34);
    chart.setOption({
      animation: false,
      grid: { left: width, right: 16, top: 8, bottom: 44 },
      tooltip: { confine: true, formatter: tooltip, backgroundColor: colours.card, borderColor: colours.line, textStyle: { color: colours.text } },
      xAxis: {
        type: "value", min: -widest, max: widest, interval: 2, name: `deviations from the median of ${whose(own)}`,
        nameLocation: "middle", nameGap: 26, nameTextStyle: { color: colours.soft, fontSize: 13 }, axisLabel: { color: colours.soft }, axisLine: { show: false }, axisTick: { show: false },
        splitLine: { lineStyle: { color: colours.line } },
      },
      yAxis: {
        type: "value", inverse: true, min: -1, max: strips.length, interval: 1, splitLine: { show: false }, axisTick: { show: false }, axisLine: { show: false },
        axisLabel: { color: colours.text, fontSize: 13, width: width - 12, overflow: "truncate", formatter: (row) => strips[row]?.feature ?? "" },
      },
      series: [referenceSeries(), dots("plain", plain, ordinary, 6), dots("odd", odd, flagged, 8), chosenSeries()],
    });
  }

  chart.on("click", (params) => {
    const at = hovered(params);
    if (at !== null) state.set({ chosen: at.subject });
  });
  draw();
  state.subscribe(["chosen"], () => chart.setOption({ series: [chosenSeries()] }));
  onThemeChange(() => {
    draw();
    chart.getZr().flush();
  });
  new ResizeObserver(() => {
    chart.resize();
    draw();
  }).observe(container);
}

const isGiven = (own) => own.comparedWith === "reference";
const whose = (own) => (isGiven(own) ? "the reference" : "all sites");

function note(own) {
  const which = own.strips.length < own.features
    ? `The ${own.strips.length} measures that tell most, of ${own.features}: those that make most subjects odd, then those furthest from the median of ${whose(own)}.`
    : "Every measure.";
  const bands = isGiven(own)
    ? "the dark band holds the middle half of the reference, the light one its middle 90 %"
    : "the dark band holds the middle half of all sites' subjects, the light one their middle 90 %, were they normally distributed";
  return `${which} Each dot is one subject${own.flagged.length > 0 ? ", orange where it is flagged" : ""}; ${bands}. Values are in robust ` +
    `standard deviations${isGiven(own) ? " of the reference" : " over all sites, of logarithms where a measure is always positive"}; ` +
    `what is more than ${widest} away stands at the edge.`;
}
