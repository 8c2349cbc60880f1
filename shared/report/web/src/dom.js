/// Makes an element with attributes and children; text children stay text.
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

export const byId = (id) => document.getElementById(id);

/// Fills `group` with a button for each name; one is pressed.
/// @return a function that presses the button of an index
export function makeChoice(group, names, choose) {
  const buttons = names.map((name, index) => {
    const button = element("button", { type: "button" }, name);
    button.addEventListener("click", () => choose(index));
    return button;
  });
  group.replaceChildren(...buttons);
  return (pressed) => buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(i === pressed)));
}

/// "1 subject", "2 subjects".
export const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
