// The joint map: zoom, pan, hover, and the tool that selects a region.
import { echarts, tooltipOf } from "./charts.js";
import { shownColouring, shownMeasure } from "./colourings.js";
import { choices } from "./decisions.js";
import { densitySeries, describeCell } from "./densities.js";
import { byId, counted, makeChoice, makeSwitch, onPress, setPressed } from "./dom.js";
import { frameOf, framed, framedBox, wholeBox } from "./frame.js";
import { decisionSeries, groupSeries, markGroups, rectangleSeries, ringSeries } from "./marks.js";
import { isPointShown } from "./range.js";
import { describePlace } from "./subject.js";
import { isDark, onThemeChange } from "./theme.js";

const views = [["From the front", 0, 1], ["From above", 0, 2], ["From the side", 1, 2]];
const margin = 1.08; // of what is drawn, so that no mark is cut off
const touching = 5; // pixels within which marks are at one place for who points at them

/// @param decisions null in a joint report
export function makeMap(data, state, decisions) {
  const container = byId("map");
  const chart = echarts.init(container);
  let groupsDrawn = []; // the points of each series
  let drawn = []; // where each point is, a list per axis
  let zoom = [{ dataZoomId: "x", start: 0, end: 100 }, { dataZoomId: "y", start: 0, end: 100 }]; // in percent

  const columns = () => views[state.get("view")].slice(1).map((axis) => data.places[axis]);
  const place = (point) => drawn.map((column) => column[point]);
  const isShown = (point) => isPointShown(data, state, point);

  const frames = new Map(); // by view
  function frame() {
    const view = state.get("view");
    if (!frames.has(view)) frames.set(view, frameOf(columns(), data));
    return frames.get(view);
  }
  const shownFrame = () => (state.get("fitted") ? frame() : null);

  function chosenSeries() {
    const subject = state.get("chosen");
    return [ringSeries("chosen", subject === null ? [] : [place(data.own.point(subject))], 20, 3),
      ringSeries("near", state.get("near").map(place), 14, 1)];
  }

  /// What stands beside the decided subjects in view.
  function decided() {
    if (decisions === null) return [];
    const subjects = [...Array(data.own.count).keys()].filter((subject) => decisions.of(subject).choice && isShown(data.own.point(subject)));
    return choices.map((choice) => decisionSeries(choice, subjects.filter((subject) => decisions.of(subject).choice === choice).map((subject) => place(data.own.point(subject)))));
  }

  function frameSeries() {
    const shown = shownFrame();
    const corner = (sign) => shown.middle.map((x, axis) => x + sign * shown.halves[axis]);
    return rectangleSeries("frame", shown ? [corner(-1), corner(1)] : null);
  }

  /// Returns axes with equal units that show all drawn points.
  function axes() {
    const lengths = [container.clientWidth, container.clientHeight];
    const box = shownFrame() ? framedBox(shownFrame()) : wholeBox(columns());
    const unit = margin * Math.max(1 / lengths[0], ...box.map(([low, high], axis) => (high - low) / lengths[axis]));
    const [xAxis, yAxis] = box.map(([low, high], axis) => ({
      type: "value", show: false, min: (low + high - unit * lengths[axis]) / 2, max: (low + high + unit * lengths[axis]) / 2,
    }));
    return { xAxis, yAxis };
  }

  /// Returns all points' coordinates in the frame, or unchanged.
  function drawnPlaces() {
    const shown = shownFrame();
    const [xs, ys] = columns();
    if (shown === null) return [xs, ys];
    const all = [new Float32Array(data.points), new Float32Array(data.points)];
    for (let point = 0; point < data.points; ++point) [all[0][point], all[1][point]] = framed([xs[point], ys[point]], shown);
    return all;
  }

  function draw() {
    drawn = drawnPlaces();
    const groups = markGroups(data, shownColouring(data, state), state.get("hidden"), isShown);
    groupsDrawn = groups.map((group) => group.points);
    const series = [...groupSeries(groups, data.shapes, place), ...chosenSeries(), ...decided(), frameSeries(),
      ...(data.densities && state.get("view") === 0 ? [densitySeries(data, state, (at) => framed(at, shownFrame()))] : [])];
    chart.setOption({ ...axes(), series }, { replaceMerge: ["series"] });
    container.setAttribute("aria-label", textAlternative(groups));
    tellFrame();
  }

  function tellFrame() {
    byId("fitting").hidden = frame() === null;
    setPressed(byId("zoom-fit"), state.get("fitted"));
    setPressed(byId("zoom-all"), !state.get("fitted"));
    byId("rim-note").textContent = shownFrame() === null ? "" :
      `${counted(frame().beyond, "point")} beyond the dashed frame: in the right direction, but closer than they are.`;
  }

  function textAlternative(groups) {
    const counts = groups.map((group) => `${group.name}${group.flag ? `, ${group.flag}` : ""} ${group.points.length}`).join(", ");
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

  /// Returns the visible points drawn at this point's position, itself first.
  function pointsAt(point) {
    const [left] = chart.convertFromPixel("grid", [0, 0]);
    const [right] = chart.convertFromPixel("grid", [touching, 0]);
    const at = place(point);
    const isHere = (other) => Math.hypot(...place(other).map((x, axis) => x - at[axis])) <= right - left;
    return [point, ...groupsDrawn.flat().filter((other) => other !== point && isHere(other))];
  }

  /// Selects an own subject at the clicked mark; with several, one after the other.
  function chooseAt(point) {
    const subjects = pointsAt(point).map((each) => data.own?.subject(each)).filter((subject) => subject !== undefined);
    if (subjects.length === 0) return;
    const at = [...subjects].sort((a, b) => a - b);
    const current = at.indexOf(state.get("chosen"));
    state.set({ chosen: current < 0 ? subjects[0] : at[(current + 1) % at.length] });
  }

  function zoomOut(fitted) {
    if (frame() !== null && fitted !== state.get("fitted")) state.set({ fitted, region: null });
    setZoom(Infinity);
  }

  function pointOf({ seriesIndex, dataIndex }) {
    return groupsDrawn[seriesIndex]?.[dataIndex];
  }

  function useTool(selecting) {
    setPressed(byId("tool-move"), !selecting);
    setPressed(byId("tool-select"), selecting);
    chart.dispatchAction({
      type: "takeGlobalCursor", key: "brush",
      brushOption: { brushType: selecting ? "polygon" : false, brushMode: "single" },
    });
  }

  /// Returns the visible points in the drawn region.
  function pointsInside(polygon) {
    return groupsDrawn.flat().filter((point) => isInside(place(point), polygon));
  }

  function tooltip(hovered) {
    if (hovered.seriesName === "density") return describeCell(data, state, hovered.dataIndex);
    const point = pointOf(hovered);
    return point === undefined ? "" : describePlace(data, pointsAt(point), shownMeasure(data, state));
  }

  function style() {
    chart.setOption({
      tooltip: tooltipOf(tooltip),
      brush: { brushStyle: { color: isDark() ? "#7db7f52a" : "#0b5cad1a", borderColor: isDark() ? "#7db7f5" : "#0b5cad", borderWidth: 2 } },
    });
  }

  chart.setOption({
    animation: false,
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    ...axes(),
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
    const point = pointOf(clicked);
    if (point !== undefined) chooseAt(point);
  });
  chart.on("brushEnd", ({ areas }) => {
    state.set({ region: areas.length > 0 ? pointsInside(areas[0].coordRange) : null });
  });

  onPress("zoom-in", () => setZoom(0.7));
  onPress("zoom-out", () => setZoom(1 / 0.7));
  onPress("zoom-all", () => zoomOut(false));
  onPress("zoom-fit", () => zoomOut(true));
  onPress("tool-move", () => useTool(false));
  onPress("tool-select", () => useTool(true));
  if (data.places.length === 3) {
    byId("views").hidden = false;
    const press = makeChoice(byId("views"), views.map(([name]) => name), (view) => state.set({ view, region: null }));
    state.subscribe(["view"], () => press(state.get("view")));
  }

  if (!data.own && !data.densities) { // cells reach beyond the points
    const [width, height] = (frame() ? framedBox(frame()) : wholeBox(columns())).map(([low, high]) => Math.max(high - low, 1));
    byId("map-section").style.setProperty("--ratio", String(Math.max(0.9, Math.min(2, width / height))));
  }
  byId("map-size").hidden = !data.own;
  makeSwitch("map-size", state, "large");
  state.subscribe(["large"], () => {
    document.body.classList.toggle("small-map", !state.get("large"));
    byId("map-size").textContent = state.get("large") ? "Smaller map" : "Larger map";
  });

  style();
  state.subscribe(["colouring", "measure", "range", "hidden", "view", "onlyOwn", "fitted", "density"], draw);
  state.subscribe(["decided"], () => chart.setOption({ series: decided() }));
  state.subscribe(["chosen", "near"], () => chart.setOption({ series: chosenSeries() }));
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
    chart.setOption(axes());
  }).observe(container);
  return chart;
}

/// Returns whether a point is inside a polygon: a ray from it crosses the outline an odd number of times.
function isInside([x, y], polygon) {
  let inside = false;
  polygon.forEach(([x1, y1], i) => {
    const [x2, y2] = polygon[(i + 1) % polygon.length];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside;
  });
  return inside;
}
