"""Who gets which subjects, as a description says it:

    {"reference": [{"each": "label", "count": 100}],
     "sites": [{"for_each": "label", "take": [{"count": 400}]}]}

A selection's members: `label`, `site`, `other_than_label`, `other_than_site` (a name or a list of names), `each` ("label" or "site"),
`count` or `share`. The label "$turn" is the class whose turn it is: the first one with seed 1, the next one with seed 2, and so on round.
A site's: `take`, `copies` (as many alike), `for_each` (one for every label or site, taking only of it).
"""

from .errors import InputError
from .fields import check_members, names, optional_number, required
from .natural_order import natural_key
from .random_draws import shuffled

GROUPINGS = ("label", "site")


def _grouping(description, name):
    word = description.get(name)
    if word is not None and word not in GROUPINGS:
        raise InputError(f"experiment: {name} must be label or site")
    return word


def _selection(description):
    check_members(description, {"label", "other_than_label", "site", "other_than_site", "each", "count", "share"})
    optional_number(description, "count", 1, 1e6)
    optional_number(description, "share", 0, 1)
    _grouping(description, "each")
    only = {kind: names(description, kind) for kind in GROUPINGS}
    none = {kind: names(description, f"other_than_{kind}") for kind in GROUPINGS}
    return {"only": only, "none": none, **{name: description.get(name) for name in ("each", "count", "share")}}


def parse_rule(description):
    """Returns the selections of the reference, and for each rule of sites its selections, copies and grouping."""
    reference = [_selection(one) for one in required(description, "reference")]
    sites = []
    for site in required(description, "sites"):
        check_members(site, {"take", "copies", "for_each"})
        copies = int(optional_number(site, "copies", 1, 1000) or 1)
        sites.append(([_selection(one) for one in required(site, "take")], copies, _grouping(site, "for_each")))
    return reference, sites


def _distinct(texts):
    return sorted({text for text in texts if text}, key=natural_key)


def _narrowed(selection, grouping, group):
    return {**selection, "only": {**selection["only"], grouping: [group]}, "each": None}


class _Pool:
    """The subjects in random order, each given away once."""

    def __init__(self, data, seed, fewer):
        self.texts = {"label": data.labels, "site": data.sites}
        self.groups = {kind: _distinct(texts) for kind, texts in self.texts.items()}
        classes = self.groups["label"]
        self.turn = classes[(seed - 1) % len(classes)] if classes else ""
        self.order = shuffled(len(data.values), seed).tolist()
        self.taken = set()
        self.fewer = fewer

    def admits(self, selection, kind, name):
        only, none = ([self.turn if one == "$turn" else one for one in selection[side][kind]] for side in ("only", "none"))
        return (not only or name in only) and name not in none

    def draw(self, selection):
        each = selection["each"]
        if each is None:
            return self._draw_one(selection)
        admitted = [group for group in self.groups[each] if self.admits(selection, each, group)]
        return [row for group in admitted for row in self._draw_one(_narrowed(selection, each, group))]

    def _draw_one(self, selection):
        matching = [row for row in self.order if all(self.admits(selection, kind, self.texts[kind][row]) for kind in GROUPINGS)]
        free = [row for row in matching if row not in self.taken]
        wanted = len(free)
        if selection["count"] is not None:
            count = int(selection["count"])
            wanted = count if self.fewer == 1 else max(2, count // self.fewer)
        elif selection["share"] is not None:
            wanted = int(selection["share"] * len(matching))
        if wanted > len(free):
            raise InputError("the experiment needs more subjects of a kind than the data has")
        self.taken.update(free[:wanted])
        return free[:wanted]


def _takes_of(rule, pool):
    """Returns what each place draws: the reference, then the sites."""
    reference, sites = rule
    places = [reference]
    for take, copies, grouping in sites:
        for _ in range(copies):
            if grouping is None:
                places.append(take)
                continue
            for group in pool.groups[grouping]:
                admitted = [_narrowed(one, grouping, group) for one in take if pool.admits(one, grouping, group)]
                if admitted:
                    places.append(admitted)
    return places


def _check_groups(rule, data):
    """Refuses a rule by labels or sites that the data do not have: all subjects would pass for one class."""
    reference, sites = rule
    selections = reference + [one for take, _, _ in sites for one in take]
    for kind, texts in (("label", data.labels), ("site", data.sites)):
        named = any(one["each"] == kind or one["only"][kind] or one["none"][kind] for one in selections)
        if (named or any(grouping == kind for _, _, grouping in sites)) and not any(texts):
            raise InputError(f"the experiment groups subjects by {kind}, and the data has no {kind}s")


def draw_split(rule, data, seed, fewer=1):
    """Draws the rows of the reference and of each site; nobody is at two places.

    Selections with a count or a share draw first, the reference's before the sites'; those without take what is left. `fewer`
    divides every count, leaving at least 2: for quick trials.
    """
    _check_groups(rule, data)
    pool = _Pool(data, seed, fewer)
    takes = _takes_of(rule, pool)
    rows = [[] for _ in takes]
    for rest in (False, True):
        for place, take in zip(rows, takes):
            for selection in take:
                if (selection["count"] is None and selection["share"] is None) == rest:
                    place += pool.draw(selection)
    if len(rows) < 2 or not all(rows):
        raise InputError("the experiment leaves a site or the reference without subjects")
    return rows[0], rows[1:]
