// Shortest lines between positions, as points along them.

const steps = (length) => Math.max(2, Math.ceil(length * 12));

/// Returns points of the great circle's shorter arc between two unit vectors, in any number of dimensions.
export function greatCircle(a, b) {
  const angle = angleBetween(a, b);
  if (!(Math.sin(angle) > 1e-6)) return [a, b];
  return along(a, b, steps(angle), (share) => Math.sin(share * angle) / Math.sin(angle));
}

export function angleBetween(a, b) {
  const cosine = a.reduce((sum, value, i) => sum + value * b[i], 0);
  return Math.acos(Math.max(-1, Math.min(1, cosine)));
}

/// Returns points of the hyperbolic line between two points of the Poincaré disk, by the hyperboloid.
export function hyperbolicLine(a, b) {
  const [p, q] = [onHyperboloid(a), onHyperboloid(b)];
  const length = Math.acosh(Math.max(1, p[2] * q[2] - p[0] * q[0] - p[1] * q[1]));
  if (!(length > 1e-6 && length < 50)) return [a, b];
  return along(p, q, steps(length), (share) => Math.sinh(share * length) / Math.sinh(length)).map(([x, y, height]) => [x / (1 + height), y / (1 + height)]);
}

function onHyperboloid([x, y]) {
  const square = Math.min(x * x + y * y, 1 - 1e-9);
  return [2 * x, 2 * y, 1 + square].map((value) => value / (1 - square));
}

function along(a, b, count, weight) {
  return Array.from({ length: count + 1 }, (_, step) => a.map((value, i) => weight(1 - step / count) * value + weight(step / count) * b[i]));
}
