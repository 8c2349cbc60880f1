// Makes the input folder of a run of method spectral-clustering, of three groups that are well apart, with hostile ids:
//   node make_cluster_run.js <folder>
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
// Numbers of subjects of each group at each site; the last site has too few of one group for the number to be shown.
const sizes = [[20, 14, 8], [14, 16, 10], [17, 14, 3]];
let seed = 11;
const random = () => {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
};
const inputs = sizes.map((groups, site) => {
  const input = join(folder, "input", `local${site}`, "simulatorRun");
  mkdirSync(input, { recursive: true });
  const rows = groups.flatMap((size, group) => Array.from({ length: size }, (_, subject) => {
    const id = site === 0 && group === 1 && subject === 2 ? "<img src=x onerror=alert(1)></script><b>x" : `s${site}_${group}_${subject}`;
    return [id, ...[0, 1, 2].map((axis) => (random() + (axis === group ? 9 : 0)).toFixed(6))].join(",");
  }));
  writeFileSync(join(input, "data.csv"), `id,a,b,c\n${rows.join("\n")}\n`);
  return { site_data: { value: ["data.csv"] }, id_column: { value: "id" }, method: { value: "spectral-clustering" }, clusters: { value: 3 },
           site_settings: { value: { site_name: `Clinic ${site}`, allow: ["spectral-clustering"], share_places: true } } };
});
writeFileSync(join(folder, "inputspec.json"), JSON.stringify(inputs, null, 2));
