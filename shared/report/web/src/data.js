// The report's data, as shared/report/plots.cpp writes them.

/// Reads the page's data: points on the map, their colourings, and this site's own subjects if the report is a site's own.
export function readData() {
  const json = JSON.parse(document.getElementById("data").textContent);
  const own = json.own ? ownSubjects(json) : null;
  const bySite = json.colourings[0];
  const sizes = [...new Set(json.subjects ?? [])].filter((subjects) => subjects > 1).sort((a, b) => a - b);
  const isReference = (point) => bySite.groups[bySite.group[point]].behind;
  return {
    points: json.site.length,
    places: json.places, // a list per dimension
    shapes: json.shapes,
    /// The width of a point's mark, in that of one subject's; null where all have this.
    width: json.widths ? (point) => json.widths[point] : null,
    colourings: json.colourings,
    siteName: (point) => json.sites[json.site[point]],
    /// The number of subjects of a point.
    subjects: (point) => json.subjects?.[point] ?? 1,
    /// The smallest and the largest number of subjects of a group, null without groups.
    groupSizes: sizes.length > 0 ? [sizes[0], sizes.at(-1)] : null,
    label: (point) => json.labels.names[json.labels.label[point]] ?? "",
    own,
    densities: json.densities ? densities(json.densities) : null,
    isReference,
    isOthers: (point) => !isReference(point) && own?.subject(point) === undefined,
    flag: (point) => own?.flag(own.subject(point)) ?? "",
  };
}

/// Each site's noisy count in each cell; `isNoise` if the true count may be 0.
function densities({ cells, sites }) {
  const named = ([count, low, high, expected, apart, opacity]) => ({ count, low, high, expected, apart, opacity, isNoise: low <= 0 });
  return { cells, sites: sites.map((site) => ({ ...site, counts: site.counts.map(named) })) };
}

/// A measure of the site's own subjects, with the compared range, and of the map's other points where it is known.
/// @param place of a point: its subject, or its number among the others
function measure({ feature, name, unit, centre, scale, reference, values, elsewhere }, place) {
  const units = (value) => (value - centre) / scale;
  return {
    feature, name, unit,
    value: (subject) => values[subject] ?? NaN,
    at: (point) => (place(point).isOwn ? values : elsewhere)?.[place(point).number] ?? NaN,
    units,
    deviation: (subject) => units(values[subject] ?? NaN),
    bands: reference.map(units),
    quantiles: reference,
    measured: (deviation) => centre + deviation * scale,
  };
}

export const deviations = (score) => (Math.round(10 * score) / 10 || 0).toFixed(1).replace("-", "\u2212");
const percent = (share) => `${Math.round(100 * share)}\u00A0%`;

/// The lists of a site's own subjects: their names in the data and on the page, what is said of them, and how a score is written.
const listKinds = [
  { key: "odd", name: "odd", heading: "Odd", title: "Far from this site's ordinary subjects, in typical spreads above the site's median", text: deviations,
    sentence: (text) => `odd score ${text}` },
  { key: "inconsistent", name: "inconsistent", heading: "Inconsistent", title: "Measures that do not go together, in typical spreads above this site's median", text: deviations,
    sentence: (text) => `inconsistent score ${text}` },
  { key: "like_excluded", name: "as raters", heading: "Raters", title: "Of such scans, the share that raters at other sites excluded", text: percent,
    sentence: (text) => `raters elsewhere excluded ${text} of such scans` },
];

function scoredLists(outliers) {
  return listKinds.filter(({ key }) => outliers[key]).map((kind) => {
    const listed = new Set(outliers[kind.key].subjects);
    const score = (subject) => outliers[kind.key].scores[subject];
    const scoreText = (subject) => kind.text(score(subject));
    return { ...kind, score, scoreText, scoreSentence: (subject) => kind.sentence(scoreText(subject)), has: (subject) => listed.has(subject) };
  });
}

/// "a", "a and b", "a, b and c".
const inWords = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

function ownSubjects(json) {
  const own = json.own;
  const pointOf = [];
  const subjectOf = new Map();
  const places = json.site.map((site, point) => {
    if (site !== own.site) return { isOwn: false, number: point - pointOf.length };
    subjectOf.set(point, pointOf.length);
    return { isOwn: true, number: pointOf.push(point) - 1 };
  });
  const flagged = new Map((own.outliers?.flagged ?? []).map((entry) => [entry.subject, entry]));
  const alsoCheck = new Map((own.outliers?.also_check ?? []).map((entry) => [entry.subject, entry]));
  const oddest = new Map((own.outliers?.oddest ?? []).map((entry) => [entry.subject, entry]));
  const listed = [...flagged.keys(), ...alsoCheck.keys()];
  const ranks = new Map(listed.map((subject, rank) => [subject, rank]));
  const rank = (subject) => ranks.get(subject) ?? listed.length;
  const lists = own.outliers ? scoredLists(own.outliers) : [];
  const newcomers = new Set(own.new ?? []);
  const without = new Set(own.without_report ?? []);
  const flag = (subject) => (flagged.has(subject) ? "flagged" : alsoCheck.has(subject) ? "also check" : "");
  const listNames = (subject) => inWords(lists.filter((list) => list.has(subject)).map(({ name }) => name));
  return {
    key: own.key,
    comparedWith: own.compared_with,
    count: own.ids.length,
    id: (subject) => own.ids[subject],
    label: (subject) => json.labels.names[json.labels.label[pointOf[subject]]] ?? "",
    hasLabels: pointOf.some((point) => json.labels.label[point] >= 0),
    hasScores: Boolean(own.outliers),
    /// The share of the site's subjects with lower scores.
    score: (subject) => own.outliers?.scores[subject],
    flagged: [...flagged.keys()],
    alsoCheck: [...alsoCheck.keys()],
    /// "flagged", "also check", or "" for others.
    flag,
    /// What the page calls it: the lists that a subject is on.
    flagName: (subject) => listNames(subject) || flag(subject),
    /// Those by which the site's own subjects are scored.
    lists,
    /// Orders two subjects: who is to be looked at first comes last, the others by their scores.
    compareFlags: (a, b) => rank(b) - rank(a) || own.outliers.scores[a] - own.outliers.scores[b],
    /// The template of the reports that were found, "" for none, and who has one.
    link: own.link ?? "",
    hasReport: (subject) => !without.has(subject),
    /// Who is here for the first time, beside those of an earlier day.
    newcomers: own.new?.length ?? 0,
    since: own.new_since ?? "",
    /// [subject, choice, note] of the decisions that were saved beside the page.
    decisions: own.decisions ?? [],
    /// [id, choice, note] of those of subjects who are not on this page.
    decisionsElsewhere: own.decisions_elsewhere ?? [],
    isNew: (subject) => newcomers.has(subject),
    /// Of those listed, and of the oddest of the others.
    reasons: (subject) => (flagged.get(subject) ?? alsoCheck.get(subject) ?? oddest.get(subject))?.reasons ?? [],
    hasThumbnails: Boolean(own.thumbnails?.some((picture) => picture)),
    thumbnail: (subject) => own.thumbnails?.[subject] ?? "",
    point: (subject) => pointOf[subject],
    subject: (point) => subjectOf.get(point),
    strips: own.strips.map((strip) => measure(strip, (point) => places[point])),
    features: own.features,
  };
}
