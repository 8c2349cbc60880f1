/// Makes an element with attributes and children; text children stay text. A function is called at the events of its name.
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else if (value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

export const byId = (id) => document.getElementById(id);

/// Makes a button that calls `act` when it is pressed.
export const button = (attributes, act, ...children) => element("button", { type: "button", ...attributes, click: act }, ...children);

/// Calls `act` when the page's button of this id is pressed.
export const onPress = (id, act) => byId(id).addEventListener("click", act);

export const setPressed = (node, pressed) => node.setAttribute("aria-pressed", String(pressed));

/// Makes the page's button of this id turn a value of the state on and off.
export function makeSwitch(id, state, name) {
  onPress(id, () => state.set({ [name]: !state.get(name) }));
  state.subscribe([name], () => setPressed(byId(id), state.get(name)));
}

/// Returns the number nearest to `value` from -most to most.
export const limited = (value, most) => Math.max(-most, Math.min(most, value));

/// Fills `group` with a button for each name; one is pressed.
/// @return a function that presses the button of an index
export function makeChoice(group, names, choose) {
  const buttons = names.map((name, index) => button({}, () => choose(index), name));
  group.replaceChildren(...buttons);
  return (pressed) => buttons.forEach((each, i) => setPressed(each, i === pressed));
}

/// Makes details whose content is made when they are first opened.
export function whenOpened(title, content) {
  const details = element("details", {}, element("summary", {}, title));
  details.addEventListener("toggle", () => details.append(...content()), { once: true });
  return details;
}

/// "1 subject", "2 subjects".
export const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
