// The report's data, as shared/report/plots.cpp writes them.

/// Reads the page's data: points on the map, their colourings, earlier maps, and this site's own
/// subjects where the report is a site's own.
export function readData() {
  const json = JSON.parse(document.getElementById("data").textContent);
  const own = json.own ? ownSubjects(json) : null;
  const bySite = json.colourings[0];
  const isReference = (point) => bySite.groups[bySite.group[point]].behind;
  return {
    points: json.site.length,
    dimensions: json.places.length,
    maps: [...json.evolution.map((map) => ({ name: `round ${map.round}`, places: map.places })),
           { name: "at the end", places: json.places }],
    colourings: json.colourings,
    siteName: (point) => json.sites[json.site[point]],
    /// How many subjects a point stands for.
    subjects: (point) => json.subjects?.[point] ?? 1,
    label: (point) => json.labels.names[json.labels.label[point]] ?? "",
    own,
    densities: json.densities ? densities(json.densities) : null,
    isReference,
    isOthers: (point) => !isReference(point) && own?.subject(point) === undefined,
    flag: (point) => own?.flag(own.subject(point)) ?? "",
  };
}

/// Each site's noisy count in each cell; `isNoise` where there may be nobody.
function densities({ cells, sites }) {
  const named = ([count, low, high, expected, apart]) => ({ count, low, high, expected, apart, isNoise: low <= 0 });
  return { cells, sites: sites.map((site) => ({ ...site, counts: site.counts.map(named) })) };
}

/// A measure of the site's own subjects, beside what they are compared with.
function measure({ feature, name, unit, logarithm, centre, scale, reference, values }) {
  const units = (value) => ((logarithm ? Math.log(value) : value) - centre) / scale;
  return {
    feature,
    name: name ?? feature,
    unit: unit ?? "",
    value: (subject) => values[subject] ?? NaN,
    units,
    deviation: (subject) => units(values[subject] ?? NaN),
    bands: reference.map(units),
    quantiles: reference,
    measured: (deviation) => (logarithm ? Math.exp(centre + deviation * scale) : centre + deviation * scale),
  };
}

/// One of the two lists of a site's own subjects.
function scoredList({ scores, subjects }) {
  const listed = new Set(subjects);
  return { score: (subject) => scores[subject], has: (subject) => listed.has(subject), subjects };
}

function ownSubjects(json) {
  const own = json.own;
  const pointOf = [];
  const subjectOf = new Map();
  json.site.forEach((site, point) => {
    if (site !== own.site) return;
    subjectOf.set(point, pointOf.length);
    pointOf.push(point);
  });
  const flagged = new Map((own.outliers?.flagged ?? []).map((entry) => [entry.subject, entry]));
  const alsoCheck = new Map((own.outliers?.also_check ?? []).map((entry) => [entry.subject, entry]));
  const oddest = new Map((own.outliers?.oddest ?? []).map((entry) => [entry.subject, entry]));
  const listed = [...flagged.keys(), ...alsoCheck.keys()];
  const ranks = new Map(listed.map((subject, rank) => [subject, rank]));
  const rank = (subject) => ranks.get(subject) ?? listed.length;
  const lists = own.outliers?.odd ? { odd: scoredList(own.outliers.odd), unfit: scoredList(own.outliers.unfit) } : null;
  const flag = (subject) => (flagged.has(subject) ? "flagged" : alsoCheck.has(subject) ? "also check" : "");
  const listNames = (subject) => Object.keys(lists ?? {}).filter((name) => lists[name].has(subject)).join(" and ");
  return {
    key: own.key,
    comparedWith: own.compared_with,
    count: own.ids.length,
    id: (subject) => own.ids[subject],
    label: (subject) => json.labels.names[json.labels.label[pointOf[subject]]] ?? "",
    hasLabels: pointOf.some((point) => json.labels.label[point] >= 0),
    hasScores: Boolean(own.outliers),
    score: (subject) => own.outliers?.scores[subject],
    isFlagged: (subject) => flagged.has(subject),
    flagged: [...flagged.keys()],
    alsoCheck: [...alsoCheck.keys()],
    /// "flagged", "also check", or "" for others.
    flag,
    /// What the page calls it: where there are two lists, those that a flagged subject is on.
    flagName: (subject) => listNames(subject) || flag(subject),
    /// `odd` and `unfit` where scores are of the site's own subjects, else null.
    lists,
    /// Orders two subjects upwards: by their flags, then by their scores, and among equal ones the oddest last.
    compareFlags: (a, b) => flagged.has(a) - flagged.has(b) || alsoCheck.has(a) - alsoCheck.has(b) || own.outliers.scores[a] - own.outliers.scores[b] || rank(b) - rank(a),
    compareScores: (a, b) => own.outliers.scores[a] - own.outliers.scores[b] || rank(b) - rank(a),
    /// Of those listed, and of the oddest of the others.
    reasons: (subject) => (flagged.get(subject) ?? alsoCheck.get(subject) ?? oddest.get(subject))?.reasons ?? [],
    hasThumbnails: Boolean(own.thumbnails?.some((picture) => picture)),
    thumbnail: (subject) => own.thumbnails?.[subject] ?? "",
    point: (subject) => pointOf[subject],
    subject: (point) => subjectOf.get(point),
    strips: own.strips.map(measure),
    features: own.features,
  };
}
