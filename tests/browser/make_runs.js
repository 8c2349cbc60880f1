// Makes the input folders sphere2, sphere5 and clusters of runs of methods sphere (made-up networks, on spheres of two and five dimensions) and
// spectral-clustering (three groups that are well apart), with hostile names and ids. With `make_runs.js tests` all sites of the folder run share
// their places.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const upTo = (count) => [...Array(count).keys()];

/// Returns a generator of numbers between 0 and 1, always the same for the same seed.
function drawn(seed) {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

/// Makes a run of three sites. @param siteInputs writes a site's files into a folder and returns its inputs
function makeRun(folder, method, siteInputs) {
  const spec = upTo(3).map((site) => {
    const input = join(folder, "input", `local${site}`, "simulatorRun");
    mkdirSync(input, { recursive: true });
    const { site_settings, ...given } = siteInputs(site, input);
    const all = { ...given, method, site_settings: { ...site_settings, allow: [method], share_places: true } };
    return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, { value }]));
  });
  writeFileSync(join(folder, "inputspec.json"), JSON.stringify(spec, null, 2));
}

const regions = ["Vis:V1", "Vis:V2", "Vis:V3", "Default:PCC", "Default:mPFC", "Default:IPL", "<img src=x onerror=alert(1)>:</script><b>x",
                 "=1+1:cmd", "Motor:M1", "Motor:S1", "Motor:SMA", "alone"];
for (const dimensions of [2, 5]) {
  const uniform = drawn(7);
  const random = () => uniform() - 0.5;
  makeRun(`sphere${dimensions}`, "sphere", (site, input) => {
    const files = upTo(20).map((subject) => {
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
    return { site_data: ["list.csv"], subject_files: files, no_dims: dimensions, data_format: "time_series" };
  });
}

// Numbers of subjects of each group at each site; the last site has too few of one group for the number to be shown.
const sizes = [[20, 14, 8], [14, 16, 10], [17, 14, 3]];
const random = drawn(11);
makeRun("clusters", "spectral-clustering", (site, input) => {
  const rows = sizes[site].flatMap((size, group) => upTo(size).map((subject) => {
    const id = site === 0 && group === 1 && subject === 2 ? "<img src=x onerror=alert(1)></script><b>x" : `s${site}_${group}_${subject}`;
    return [id, ...[0, 1, 2].map((axis) => (random() + (axis === group ? 9 : 0)).toFixed(6))].join(",");
  }));
  writeFileSync(join(input, "data.csv"), `id,a,b,c\n${rows.join("\n")}\n`);
  return { site_data: ["data.csv"], id_column: "id", clusters: 3, site_settings: { site_name: `Clinic ${site}` } };
});

if (process.argv[2] === "tests") {
  const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {});
  const sites = read("run/inputspec.json");
  sites.forEach((inputs, site) => {
    const settings = `run/input/local${site}/simulatorRun/settings.json`;
    writeFileSync(settings, JSON.stringify({ ...read(settings), share_places: true }));
    inputs.site_settings = { value: ["settings.json"] };
  });
  writeFileSync("run/inputspec.json", JSON.stringify(sites));
}
