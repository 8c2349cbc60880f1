// The map at several rounds of the run, with a slider.
import { byId } from "./dom.js";

const millisecondsPerMap = 700;

export function makeEvolution(data, state) {
  const last = data.maps.length - 1;
  if (last === 0) return;
  const slider = byId("evolution-round");
  const play = byId("evolution-play");
  let timer = null;

  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  }

  function show(round) {
    state.set({ round, region: null });
  }

  slider.max = String(last);
  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value));
  });
  play.addEventListener("click", () => {
    if (timer !== null) return stop();
    play.textContent = "Stop";
    show(0);
    timer = setInterval(() => {
      show(state.get("round") + 1);
      if (state.get("round") === last) stop();
    }, millisecondsPerMap);
  });
  state.subscribe(["round"], () => {
    slider.value = String(state.get("round"));
    slider.setAttribute("aria-valuetext", data.maps[state.get("round")].name);
    byId("evolution-name").textContent = data.maps[state.get("round")].name;
  });
  byId("evolution").hidden = false;
}
