// Light and dark: the page's colours come from its style sheet, the marks' from the data.

const dark = matchMedia("(prefers-color-scheme: dark)");
let printing = false;

export const isDark = () => dark.matches && !printing;

/// Calls `redraw` whenever the page turns light or dark, and around printing, which is light.
export function onThemeChange(redraw) {
  dark.addEventListener("change", redraw);
  onPrint((on) => {
    printing = on;
    redraw();
  });
}

/// Calls `change` with true before the page is printed, with false afterwards.
export function onPrint(change) {
  addEventListener("beforeprint", () => change(true));
  addEventListener("afterprint", () => change(false));
}

/// The page's colours, as drawn on a canvas.
export function pageColours() {
  return isDark()
    ? { text: "#e6e9ed", soft: "#9aa4af", line: "#343a42", card: "#1d2127", mark: "#ffffff", odd: "#ff9d5c", link: "#7db7f5", band: "#39414b", box: "#56616e" }
    : { text: "#1f2328", soft: "#59636e", line: "#d9dee4", card: "#ffffff", mark: "#000000", odd: "#d55e00", link: "#0b5cad", band: "#e3e7ec", box: "#c3cad3" };
}

const partsOf = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
const mixed = (parts, other, share) => parts.map((part) => Math.round(part + (other - part) * share));
const hexadecimal = (parts) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/// A mark's colour on the page's ground: on a dark one, dark colours are mixed with white.
export function onGround(colour, behind) {
  if (!isDark()) return colour;
  if (behind) return "#5b636d";
  const parts = partsOf(colour);
  const light = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  return hexadecimal(mixed(parts, 255, Math.max(0, (110 - light) / 150)));
}

/// sRGB's relative luminance.
function luminance(parts) {
  const [red, green, blue] = parts.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/// The contrast of two colours, from 1 to 21 (WCAG 2.2).
function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const leastContrast = 3.1; // WCAG 2.2 asks 3 of what must be seen; a little is lost at a line's soft edge

/// A colour, mixed with black or white until it stands out from the page's ground.
export function outlineColour(colour) {
  const ground = partsOf(pageColours().card);
  const shares = [...Array(21).keys()].map((step) => step / 20);
  const found = shares.find((share) => contrast(mixed(partsOf(colour), isDark() ? 255 : 0, share), ground) >= leastContrast);
  return hexadecimal(mixed(partsOf(colour), isDark() ? 255 : 0, found));
}
