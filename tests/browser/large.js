// Enlarges a run's reports to many subjects.

/// Returns the numbers 0, 1, … below a count.
export const upTo = (count) => [...Array(count).keys()];

/// Returns a small displacement between -size and size, always the same for the same number.
const aside = (i, size) => size * (2 * Math.abs((Math.sin((i + 1) * 12.9898) * 43758.5453) % 1) - 1);

/// Replaces the run's points by 50,000 points of ten sites in ten clouds.
export function fiftyThousand(data) {
  const cloud = (i) => i % 10;
  const spread = (i, seed) => [1, 2, 3, 4].reduce((sum, k) => sum + ((Math.sin((i + 1) * 12.9898 * k * seed) * 43758.5453) % 1), 0) * 500;
  const middle = (k, d) => 5000 + 3500 * (d === 0 ? Math.cos(k * 0.628) : Math.sin(k * 0.628));
  const numbers = upTo(50000);
  data.places = [0, 1].map((d) => numbers.map((i) => Math.round(Math.max(0, Math.min(10000, middle(cloud(i), d) + spread(i, d + 1))))));
  data.sites = upTo(10).map((k) => `local${k}`);
  data.site = numbers.map(cloud);
  data.labels = { names: [], label: numbers.map(() => -1) };
  const groups = data.sites.map((name, k) => ({ name, colour: ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9"][k % 5], shape: "circle", behind: false }));
  data.colourings = [{ heading: "By site", groups, group: data.site }];
}

/// Repeats the site's own subjects until there are 5,000, each slightly displaced; leaves the others unchanged.
export function fiveThousandOwn(data) {
  const points = upTo(data.site.length);
  const own = points.filter((point) => data.site[point] === data.own.site);
  const subjects = upTo(5000).map((i) => i % own.length);
  const from = [...points.filter((point) => data.site[point] !== data.own.site), ...subjects.map((subject) => own[subject])];
  const at = (values) => from.map((point) => values[point]);
  data.places = data.places.map((places, d) => at(places).map((place, i) => Math.round(Math.max(0, Math.min(10000, place + aside(2 * i + d, 300))))));
  data.site = at(data.site);
  data.labels.label = at(data.labels.label);
  for (const colouring of data.colourings) colouring.group = at(colouring.group);
  const { ids, strips, outliers } = data.own;
  data.own.ids = subjects.map((subject, i) => `${ids[subject]}-${i}`);
  for (const strip of strips) strip.values = subjects.map((subject) => strip.values[subject]);
  outliers.scores = subjects.map((subject) => outliers.scores[subject]);
  for (const list of ["flagged", "also_check"]) {
    const reasons = new Map(outliers[list].map((entry) => [entry.subject, entry.reasons]));
    outliers[list] = subjects.flatMap((subject, i) => (reasons.has(subject) ? [{ subject: i, reasons: reasons.get(subject) }] : []));
  }
  for (const list of [outliers.odd, outliers.inconsistent]) {
    const listed = new Set(list.subjects);
    list.scores = subjects.map((subject) => list.scores[subject]);
    list.subjects = upTo(subjects.length).filter((i) => listed.has(subjects[i]));
  }
  delete data.own.thumbnails;
}
