// Regions' positions in the view of the sphere and of the Poincaré disk: right, up, towards the eye.
import { greatCircle, hyperbolicLine } from "./lines.js";
import { data, placeIn, state } from "./sphere_data.js";

/// Returns a rotated point of the sphere; only the first three coordinates are visible.
export function turned([x, y, z]) {
  const [side, depth] = [x * Math.cos(state.yaw) - y * Math.sin(state.yaw), x * Math.sin(state.yaw) + y * Math.cos(state.yaw)];
  return [side, z * Math.cos(state.pitch) - depth * Math.sin(state.pitch), -z * Math.sin(state.pitch) - depth * Math.cos(state.pitch)];
}

/// Returns the point with this longitude and latitude.
export const onSphere = (longitude, latitude) => [Math.cos(latitude) * Math.cos(longitude), Math.cos(latitude) * Math.sin(longitude), Math.sin(latitude)];

const sphere = {
  name: "Sphere",
  turns: true,
  at: (region) => turned(placeIn(data.places, region)),
  line: (from, to) => greatCircle(placeIn(data.places, from), placeIn(data.places, to)).map(turned),
};

const inFront = ([x, y]) => [x, y, 1];
const disk = data.fit && {
  name: "Poincar\u00e9 disk",
  turns: false,
  at: (region) => inFront(placeIn(data.fit.disk, region)),
  line: (from, to) => hyperbolicLine(placeIn(data.fit.disk, from), placeIn(data.fit.disk, to)).map(inFront),
};

export const shapes = disk ? [sphere, disk] : [sphere];
export const shape = () => shapes[state.shape];
