// The report's data, as shared/report/plots.cpp writes them.

/// Reads the page's data: points on the map, their colourings, earlier maps, and this site's own
/// subjects where the report is a site's own.
export function readData() {
  const json = JSON.parse(document.getElementById("data").textContent);
  return {
    points: json.site.length,
    dimensions: json.places.length,
    maps: [...json.evolution.map((map) => ({ name: `round ${map.round}`, places: map.places })),
           { name: "at the end", places: json.places }],
    colourings: json.colourings,
    siteName: (point) => json.sites[json.site[point]],
    label: (point) => json.labels.names[json.labels.label[point]] ?? "",
    own: json.own ? ownSubjects(json) : null,
  };
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
    reasons: (subject) => flagged.get(subject)?.reasons ?? [],
    thumbnail: (subject) => own.thumbnails?.[subject] ?? "",
    point: (subject) => pointOf[subject],
    subject: (point) => subjectOf.get(point),
    strips: own.strips,
    features: own.features,
  };
}
