// Makes the input folder of a run of method sphere, of made-up networks with hostile names:
//   node make_sphere_run.js <folder> <dimensions of the sphere>
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, dimensions] = process.argv.slice(2);
const regions = ["Vis:V1", "Vis:V2", "Vis:V3", "Default:PCC", "Default:mPFC", "Default:IPL", "<img src=x onerror=alert(1)>:</script><b>x",
                 "=1+1:cmd", "Motor:M1", "Motor:S1", "Motor:SMA", "alone"];
let seed = 7;
const random = () => {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647 - 0.5;
};
const inputs = [0, 1, 2].map((site) => {
  const input = join(folder, "input", `local${site}`, "simulatorRun");
  mkdirSync(input, { recursive: true });
  const files = Array.from({ length: 20 }, (_, subject) => {
    const sources = Array.from({ length: 5 }, () => Array.from({ length: 60 }, random));
    const rows = regions.map((name, region) => {
      const source = sources[Math.floor(region / 3)] ?? sources[4];
      // One subject's regions go together in another way.
      const own = site === 0 && subject === 4 ? sources[region % 5] : source;
      return [name, ...own.map((value) => (value + random()).toFixed(6))].join(",");
    });
    const name = site === 0 && subject === 5 ? "hostile<svg onload=alert(2)>.csv" : `subject${site}_${subject}.csv`;
    writeFileSync(join(input, name), `${rows.join("\n")}\n`);
    return name;
  });
  writeFileSync(join(input, "list.csv"), `${files.join("\n")}\n`);
  return { site_data: { value: ["list.csv"] }, subject_files: { value: files }, method: { value: "sphere" }, no_dims: { value: Number(dimensions) }, data_format: { value: "time_series" },
           site_settings: { value: { allow: ["sphere"], share_places: true } } };
});
writeFileSync(join(folder, "inputspec.json"), JSON.stringify(inputs, null, 2));
