// The joint map: zoom, pan, hover, and the tool that selects a region.
import { echarts } from "./charts.js";
import { byId, makeChoice } from "./dom.js";
import { symbolOf } from "./marks.js";
import { describePoint } from "./subject.js";
import { isDark, onGround, onThemeChange, pageColours } from "./theme.js";

const side = 10000; // of the square that the places are in
const largeFrom = 3000; // points from which they are drawn small and all at once
const views = [["From the front", 0, 1], ["From above", 0, 2], ["From the side", 1, 2]];

export function makeMap(data, state) {
  const container = byId("map");
  const chart = echarts.init(container);
  let groupsDrawn = []; // the points of each series
  let zoom = [{ dataZoomId: "x", start: 0, end: 100 }, { dataZoomId: "y", start: 0, end: 100 }]; // in percent

  const axes = () => views[state.get("view")].slice(1);
  const places = () => data.maps[state.get("round")].places;
  const isPlaced = (point) => places()[0][point] >= 0;
  const place = (point) => axes().map((axis) => places()[axis][point]);

  /// The points of each group that is shown, the background first.
  function shownGroups() {
    const colouring = data.colourings[state.get("colouring")];
    const groups = colouring.groups.map((group) => ({ ...group, points: [] }));
    for (let point = 0; point < data.points; ++point) {
      if (isPlaced(point)) groups[colouring.group[point]]?.points.push(point);
    }
    return groups.filter((group, index) => !state.get("hidden").has(index))
      .sort((a, b) => Number(b.behind) - Number(a.behind));
  }

  function groupSeries({ points, colour, shape, behind }, large) {
    const flat = new Float32Array(2 * points.length);
    points.forEach((point, i) => flat.set(place(point), 2 * i));
    return {
      type: "scatter",
      dimensions: ["x", "y"],
      data: flat,
      large,
      largeThreshold: 0,
      progressive: 0,
      symbol: large ? "rect" : symbolOf(shape),
      symbolSize: large ? 3 : behind ? 5 : 8,
      itemStyle: { color: onGround(colour, behind), opacity: behind ? 0.6 : 0.8 },
      emphasis: { disabled: true },
      cursor: "default",
    };
  }

  function chosenSeries() {
    const subject = state.get("chosen");
    const point = subject === null ? null : data.own.point(subject);
    return {
      id: "chosen",
      type: "scatter",
      data: point !== null && isPlaced(point) ? [place(point)] : [],
      symbol: "circle",
      symbolSize: 20,
      silent: true,
      z: 10,
      itemStyle: { color: "transparent", borderColor: pageColours().mark, borderWidth: 3 },
    };
  }

  /// Axes on which a unit is as long across as up, with the whole map in view.
  function wholeMapAxes() {
    const { clientWidth: width, clientHeight: height } = container;
    const unit = (1.08 * side) / Math.min(width, height);
    const axis = (length) => ({
      type: "value", show: false, min: side / 2 - (unit * length) / 2, max: side / 2 + (unit * length) / 2,
    });
    return { xAxis: axis(width), yAxis: axis(height) };
  }

  function draw() {
    const groups = shownGroups();
    groupsDrawn = groups.map((group) => group.points);
    const large = groupsDrawn.reduce((sum, points) => sum + points.length, 0) > largeFrom;
    chart.setOption({ series: [...groups.map((group) => groupSeries(group, large)), chosenSeries()] },
      { replaceMerge: ["series"] });
    container.setAttribute("aria-label", textAlternative(groups));
  }

  function textAlternative(groups) {
    const counts = groups.map((group) => `${group.name} ${group.points.length}`).join(", ");
    return `Map of ${data.points} points; subjects whose data are alike lie near each other. Shown: ${counts || "none"}.`;
  }

  function setZoom(share) {
    zoom = zoom.map(({ dataZoomId, start, end }) => {
      const middle = (start + end) / 2;
      const half = Math.min(50, ((end - start) / 2) * share);
      const from = Math.max(0, Math.min(100 - 2 * half, middle - half));
      return { dataZoomId, start: from, end: from + 2 * half };
    });
    chart.dispatchAction({ type: "dataZoom", batch: zoom });
  }

  function pointOf({ seriesIndex, dataIndex }) {
    return groupsDrawn[seriesIndex]?.[dataIndex];
  }

  function useTool(selecting) {
    byId("tool-move").setAttribute("aria-pressed", String(!selecting));
    byId("tool-select").setAttribute("aria-pressed", String(selecting));
    chart.dispatchAction({
      type: "takeGlobalCursor", key: "brush",
      brushOption: { brushType: selecting ? "polygon" : false, brushMode: "single" },
    });
  }

  /// The points in view that lie in the region drawn.
  function pointsInside(polygon) {
    return groupsDrawn.flat().filter((point) => isInside(place(point), polygon));
  }

  function style() {
    const colours = pageColours();
    chart.setOption({
      tooltip: { backgroundColor: colours.card, borderColor: colours.line, textStyle: { color: colours.text } },
      brush: { brushStyle: { color: isDark() ? "#7db7f52a" : "#0b5cad1a", borderColor: isDark() ? "#7db7f5" : "#0b5cad", borderWidth: 2 } },
    });
  }

  chart.setOption({
    animation: false,
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    ...wholeMapAxes(),
    tooltip: {
      confine: true,
      formatter: (hovered) => {
        const point = pointOf(hovered);
        return point === undefined ? "" : describePoint(data, point);
      },
    },
    dataZoom: ["x", "y"].map((id) => ({ id, type: "inside", [`${id}AxisIndex`]: 0, filterMode: "none", minSpan: 0.5 })),
    brush: { toolbox: [], xAxisIndex: 0, yAxisIndex: 0, seriesIndex: [], transformable: false },
    series: [],
  });

  chart.on("datazoom", (event) => {
    for (const { dataZoomId, start, end } of event.batch ?? [event]) {
      zoom = zoom.map((range) => (range.dataZoomId === dataZoomId ? { dataZoomId, start, end } : range));
    }
  });
  chart.on("click", (clicked) => {
    const subject = data.own?.subject(pointOf(clicked));
    if (subject !== undefined) state.set({ chosen: subject });
  });
  chart.on("brushEnd", ({ areas }) => {
    state.set({ region: areas.length > 0 ? pointsInside(areas[0].coordRange) : null });
  });

  byId("zoom-in").addEventListener("click", () => setZoom(0.7));
  byId("zoom-out").addEventListener("click", () => setZoom(1 / 0.7));
  byId("zoom-all").addEventListener("click", () => setZoom(Infinity));
  byId("tool-move").addEventListener("click", () => useTool(false));
  byId("tool-select").addEventListener("click", () => useTool(true));
  if (data.dimensions === 3) {
    byId("views").hidden = false;
    const press = makeChoice(byId("views"), views.map(([name]) => name), (view) => state.set({ view, region: null }));
    state.subscribe(["view"], () => press(state.get("view")));
  }

  style();
  state.subscribe(["colouring", "hidden", "view", "round"], draw);
  state.subscribe(["chosen"], () => chart.setOption({ series: [chosenSeries()] }));
  state.subscribe(["region"], () => {
    if (state.get("region") === null) chart.dispatchAction({ type: "brush", areas: [] });
  });
  onThemeChange(() => {
    style();
    draw();
    chart.getZr().flush();
  });
  new ResizeObserver(() => {
    chart.resize();
    chart.setOption(wholeMapAxes());
  }).observe(container);
  return chart;
}

/// Whether a place lies inside a polygon: a ray from it crosses the outline an odd number of times.
function isInside([x, y], polygon) {
  let inside = false;
  polygon.forEach(([x1, y1], i) => {
    const [x2, y2] = polygon[(i + 1) % polygon.length];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside;
  });
  return inside;
}
