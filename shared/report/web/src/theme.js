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

/// A mark's colour on the page's ground: on a dark one, dark colours are mixed with white.
export function onGround(colour, behind) {
  if (!isDark()) return colour;
  if (behind) return "#5b636d";
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const light = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  const white = Math.max(0, (110 - light) / 150);
  return `rgb(${parts.map((part) => Math.round(part + (255 - part) * white)).join(",")})`;
}
