// Changes a folder's run to method dsne with all sites sharing their places, so that pages have rounds and everybody's marks:
//   node share_all.js <folder>
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {});
const spec = join(folder, "inputspec.json");
const inputs = read(spec);
inputs.forEach((input, site) => {
  const settings = join(folder, "input", `local${site}`, "simulatorRun", "settings.json");
  writeFileSync(settings, JSON.stringify({ ...read(settings), share_places: true, allow: ["dsne"] }));
  input.site_settings = { value: ["settings.json"] };
  input.method = { value: "dsne" };
});
writeFileSync(spec, JSON.stringify(inputs));
