// The page of a group's network on its sphere: its controls.
import { button, byId, element, limited, makeChoice, onPress, setPressed } from "./dom.js";
import { scaleColour } from "./drawing.js";
import { angleBetween } from "./lines.js";
import { drawShepard } from "./shepard.js";
import { colourings, data, edgeLists, names, networkColour, placeIn, state } from "./sphere_data.js";
import { drawSphere, regionAt, shape, shapes } from "./sphere_plot.js";
import { onThemeChange } from "./theme.js";

function draw() {
  drawSphere();
  if (data.fit) drawShepard(data.fit.shepard);
}

function describe(region) {
  state.hovered = region;
  byId("region-told").replaceChildren(...told(region).filter((line) => line).map((line) => element("p", {}, line)));
}

function told(region) {
  if (region === null) return ["Point at a region to read its name.", state.subject !== null && `Squares: ${data.own.ids[state.subject]}`];
  return [data.regions[region], data.networks[region], data.distances && `Mean distance of subjects: ${data.distances[region]} rad`, ownDistance(region)];
}

function ownDistance(region) {
  if (state.subject === null) return null;
  const own = placeIn(data.own.places[state.subject], region);
  const distance = own[0] === null ? "no value" : `${angleBetween(own, placeIn(data.places, region)).toFixed(2)} rad`;
  return `Distance of ${data.own.ids[state.subject]}: ${distance}`;
}

function makeSphere() {
  const canvas = byId("sphere");
  let last = null;
  const point = (event) => {
    const box = canvas.getBoundingClientRect();
    describe(regionAt(event.clientX - box.left, event.clientY - box.top));
    drawSphere();
  };
  canvas.addEventListener("pointerdown", (event) => {
    last = [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
    setTurning(false);
    point(event);
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { last = null; });
  canvas.addEventListener("pointermove", (event) => {
    if (last) {
      turnBy((event.clientX - last[0]) / 150, (event.clientY - last[1]) / 150);
      last = [event.clientX, event.clientY];
    }
    point(event);
  });
  canvas.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
    if (!steps) return;
    event.preventDefault();
    setTurning(false);
    turnBy(...steps);
    drawSphere();
  });
}

function turnBy(side, up) {
  state.yaw += side;
  state.pitch = limited(state.pitch + up, 1.5);
}

function setTurning(turning) {
  if (turning && !state.turning) requestAnimationFrame(turn);
  state.turning = turning;
  setPressed(byId("turn"), turning);
}

function turn() {
  if (!state.turning) return;
  turnBy(0.006, 0);
  drawSphere();
  requestAnimationFrame(turn);
}

function makeLegend() {
  byId("legend").replaceChildren(...names.map((name) => {
    const count = data.networks.filter((each) => each === name).length;
    const entry = button({ "aria-pressed": String(!state.hidden.has(name)) }, () => {
      const hide = !state.hidden.has(name);
      state.hidden[hide ? "add" : "delete"](name);
      setPressed(entry, !hide);
      drawSphere();
    }, element("span", { class: "name" }, name || "no network"), element("span", { class: "count" }, String(count)));
    entry.style.borderLeft = `6px solid ${networkColour(name)}`;
    return element("li", {}, entry);
  }));
}

/// Explains the colours if they do not show networks.
function showKey() {
  const { range, unit } = colourings[state.colour];
  byId("key").hidden = !range;
  if (!range) return;
  const bar = element("span", { class: "bar" });
  bar.style.background = `linear-gradient(to right, ${[0, 0.25, 0.5, 0.75, 1].map(scaleColour).join(",")})`;
  byId("key").replaceChildren(`${range[0].toFixed(2)} `, bar, ` ${range[1].toFixed(2)} ${unit}`);
}

function makeChoices() {
  const choose = (id, key, list, chosen = () => {}) => {
    const press = makeChoice(byId(id), list.map((each) => each.name), (index) => {
      state[key] = index;
      press(index);
      chosen();
      drawSphere();
    });
    press(state[key]);
  };
  choose("colours", "colour", colourings, showKey);
  choose("edges", "edges", edgeLists);
  choose("shapes", "shape", shapes, () => {
    setTurning(false);
    byId("turn").disabled = !shape().turns;
  });
  byId("shapes").hidden = shapes.length < 2;
  byId("find").addEventListener("input", (event) => {
    state.found = event.target.value.trim().toLowerCase();
    drawSphere();
  });
  onPress("turn", () => setTurning(!state.turning));
}

const cells = (...contents) => contents.map((content) => element("td", {}, content));

function makeRegions() {
  byId("regions-section").hidden = false;
  byId("regions").tBodies[0].replaceChildren(...data.regions.map((name, region) =>
    element("tr", {}, ...cells(name, data.networks[region], data.distances ? String(data.distances[region]) : ""))));
}

function makeSubjects() {
  if (!data.own) return;
  byId("subjects-section").hidden = false;
  const order = data.own.ids.map((_, subject) => subject).sort((a, b) => data.own.distance[b] - data.own.distance[a]);
  byId("subjects").tBodies[0].replaceChildren(...order.map(subjectRow));
}

function subjectRow(subject) {
  const { ids, distance, score, flagged, places } = data.own;
  const show = button({ "aria-pressed": "false" }, () => {
    state.subject = state.subject === subject ? null : subject;
    for (const each of byId("subjects").tBodies[0].rows) {
      const chosen = each === row && state.subject !== null;
      each.setAttribute("aria-current", String(chosen));
      setPressed(each.querySelector("button"), chosen);
    }
    describe(null);
    drawSphere();
  }, ids[subject]);
  show.disabled = !places[subject];
  const row = element("tr", { class: flagged[subject] ? "flagged" : undefined }, ...cells(show, String(distance[subject]), String(score[subject]), flagged[subject] ? "flagged" : ""));
  return row;
}

byId("sphere-section").hidden = false;
byId("more-coordinates").hidden = data.places.length < 4;
byId("shepard-section").hidden = !data.fit;
makeSphere();
makeLegend();
makeChoices();
makeRegions();
makeSubjects();
describe(null);
draw();
onThemeChange(() => { makeLegend(); draw(); });
addEventListener("resize", draw);
setTurning(!matchMedia("(prefers-reduced-motion: reduce)").matches);
