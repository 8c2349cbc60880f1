// Common code of the sphere's canvases.

/// From yellow to violet.
export function scaleColour(share) {
  const ends = [[230, 200, 60], [40, 130, 130], [70, 20, 110]];
  const at = Math.max(0, Math.min(1, share)) * 2;
  const from = Math.min(1, Math.floor(at));
  return `rgb(${ends[from].map((value, i) => Math.round(value + (ends[from + 1][i] - value) * (at - from))).join(",")})`;
}

/// Returns the empty canvas in its size on the screen; nothing while it is hidden.
export function prepared(canvas) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (!(Math.min(width, height) > 40)) return null;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, width, height };
}

/// Begins a path along points.
export function trace(context, points) {
  context.beginPath();
  points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
}

export function strokeLine(context, points) {
  trace(context, points);
  context.stroke();
}

/// Draws a text beside a point, on a background that makes it legible.
export function drawLabel(context, text, x, y, width, colours) {
  context.font = "13px system-ui, sans-serif";
  const length = context.measureText(text).width;
  const left = Math.max(4, Math.min(x + 12, width - length - 4));
  context.globalAlpha = 0.85;
  context.fillStyle = colours.card;
  context.fillRect(left - 3, y - 19, length + 6, 18);
  context.globalAlpha = 1;
  context.fillStyle = colours.text;
  context.fillText(text, left, y - 6);
}
