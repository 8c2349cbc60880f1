#include "tools/experiments/split.h"

#include <algorithm>
#include <set>

#include "core/errors.h"
#include "core/shuffled.h"
#include "report/natural_order.h"
#include "tools/experiments/fields.h"

namespace dsne::experiments {
namespace {

using Eigen::Index;

constexpr const char* turn_name = "$turn";

std::optional<Grouping> parse_grouping(const Json& json, const std::string& name) {
  const std::string word = optional_text(json, name);
  if (word.empty()) return std::nullopt;
  if (word == "label") return Grouping::label;
  if (word == "site") return Grouping::site;
  throw InputError("experiment: " + name + " must be label or site");
}

Selection parse_selection(const Json& json) {
  check_members(json,
                {"label", "other_than_label", "site", "other_than_site", "each", "count", "share"});
  Selection selection;
  selection.labels = optional_names(json, "label");
  selection.other_than_labels = optional_names(json, "other_than_label");
  selection.sites = optional_names(json, "site");
  selection.other_than_sites = optional_names(json, "other_than_site");
  selection.each = parse_grouping(json, "each");
  if (const auto count = optional_number(json, "count", 1, 1e6)) {
    selection.count = static_cast<Index>(*count);
  }
  selection.share = optional_number(json, "share", 0, 1);
  return selection;
}

std::vector<Selection> parse_selections(const Json& json, const std::string& name) {
  std::vector<Selection> selections;
  for (const Json& entry : list_member(json, name)) selections.push_back(parse_selection(entry));
  return selections;
}

SiteRule parse_site_rule(const Json& json) {
  check_members(json, {"take", "copies", "for_each"});
  SiteRule rule;
  rule.take = parse_selections(json, "take");
  rule.copies = static_cast<int>(optional_number(json, "copies", 1, 1000).value_or(1));
  rule.for_each = parse_grouping(json, "for_each");
  return rule;
}

/// The names that subjects have, without those of none.
std::vector<std::string> distinct(const std::vector<std::string>& names) {
  std::set<std::string> different(names.begin(), names.end());
  different.erase("");
  std::vector<std::string> result(different.begin(), different.end());
  std::sort(result.begin(), result.end(), report::natural_less);
  return result;
}

bool matches(const std::string& name, const std::vector<std::string>& only,
             const std::vector<std::string>& none) {
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return (only.empty() || has(only)) && !has(none);
}

/// The subjects in random order, each given away once.
class Pool {
 public:
  Pool(const Dataset& data, std::uint64_t seed, Index fewer)
      : data_(data),
        fewer_(fewer),
        classes_(distinct(data.labels)),
        acquirers_(distinct(data.sites)),
        turn_(classes_.empty() ? "" : classes_[(seed + classes_.size() - 1) % classes_.size()]),
        order_(shuffled(data.values.rows(), seed)),
        taken_(order_.size(), false) {}

  const std::vector<std::string>& groups(Grouping grouping) const {
    return grouping == Grouping::label ? classes_ : acquirers_;
  }

  std::vector<Index> draw(const Selection& selection) {
    if (!selection.each) return draw_one(selection);
    std::vector<Index> drawn;
    for (const std::string& group : groups(*selection.each)) {
      if (!admits(selection, *selection.each, group)) continue;
      const std::vector<Index> more = draw_one(narrowed(selection, *selection.each, group));
      drawn.insert(drawn.end(), more.begin(), more.end());
    }
    return drawn;
  }

  static Selection narrowed(Selection selection, Grouping grouping, const std::string& group) {
    (grouping == Grouping::label ? selection.labels : selection.sites) = {group};
    selection.each.reset();
    return selection;
  }

  bool admits(const Selection& selection, Grouping grouping, const std::string& group) const {
    return grouping == Grouping::label
               ? matches(group, named(selection.labels), named(selection.other_than_labels))
               : matches(group, selection.sites, selection.other_than_sites);
  }

 private:
  std::vector<std::string> named(std::vector<std::string> labels) const {
    std::replace(labels.begin(), labels.end(), std::string(turn_name), turn_);
    return labels;
  }

  std::vector<Index> draw_one(const Selection& selection) {
    const std::vector<std::string> labels = named(selection.labels);
    const std::vector<std::string> other_labels = named(selection.other_than_labels);
    std::vector<std::size_t> free;
    Index matching = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const auto row = static_cast<std::size_t>(order_[i]);
      if (!matches(data_.labels[row], labels, other_labels) ||
          !matches(data_.sites[row], selection.sites, selection.other_than_sites)) {
        continue;
      }
      ++matching;
      if (!taken_[i]) free.push_back(i);
    }
    const Index wanted = number(selection, matching, std::ssize(free));
    if (wanted > std::ssize(free)) {
      throw InputError("the experiment needs more subjects of a kind than the data has");
    }
    std::vector<Index> drawn;
    for (const std::size_t i : free) {
      if (std::ssize(drawn) == wanted) break;
      taken_[i] = true;
      drawn.push_back(order_[i]);
    }
    return drawn;
  }

  Index number(const Selection& selection, Index matching, Index free) const {
    if (selection.count) {
      return fewer_ == 1 ? *selection.count : std::max<Index>(2, *selection.count / fewer_);
    }
    if (selection.share) {
      return static_cast<Index>(*selection.share * static_cast<double>(matching));
    }
    return free;
  }

  const Dataset& data_;
  Index fewer_;
  std::vector<std::string> classes_, acquirers_;
  std::string turn_;
  std::vector<Index> order_;
  std::vector<bool> taken_;
};

/// A place to fill, and what goes there.
struct Destination {
  std::vector<Selection> take;
  std::vector<Index> rows;
};

void add_sites(const SiteRule& rule, const Pool& pool, std::vector<Destination>& coordinates) {
  for (int copy = 0; copy < rule.copies; ++copy) {
    if (!rule.for_each) {
      coordinates.push_back({rule.take, {}});
      continue;
    }
    for (const std::string& group : pool.groups(*rule.for_each)) {
      Destination place;
      for (const Selection& selection : rule.take) {
        if (!pool.admits(selection, *rule.for_each, group)) continue;
        place.take.push_back(Pool::narrowed(selection, *rule.for_each, group));
      }
      if (!place.take.empty()) coordinates.push_back(place);
    }
  }
}

bool takes_the_rest(const Selection& selection) { return !selection.count && !selection.share; }

void fill(std::vector<Destination>& coordinates, Pool& pool, bool with_the_rest) {
  for (Destination& place : coordinates) {
    for (const Selection& selection : place.take) {
      if (takes_the_rest(selection) != with_the_rest) continue;
      const std::vector<Index> drawn = pool.draw(selection);
      place.rows.insert(place.rows.end(), drawn.begin(), drawn.end());
    }
  }
}

bool groups_by(const SplitRule& rule, Grouping grouping) {
  const auto names = [grouping](const Selection& it) {
    const bool label = grouping == Grouping::label;
    return it.each == grouping || !(label ? it.labels : it.sites).empty() ||
           !(label ? it.other_than_labels : it.other_than_sites).empty();
  };
  const auto site_names = [&](const SiteRule& site) {
    return site.for_each == grouping || std::any_of(site.take.begin(), site.take.end(), names);
  };
  return std::any_of(rule.reference.begin(), rule.reference.end(), names) ||
         std::any_of(rule.sites.begin(), rule.sites.end(), site_names);
}

/// Without this, all subjects would pass for one class that has no name.
void check_groups(const SplitRule& rule, const Dataset& data) {
  const auto lacks = [&rule](Grouping grouping, const std::vector<std::string>& names) {
    return groups_by(rule, grouping) &&
           std::all_of(names.begin(), names.end(), [](const auto& name) { return name.empty(); });
  };
  if (lacks(Grouping::label, data.labels)) {
    throw InputError("the experiment groups subjects by label, and the data has no labels");
  }
  if (lacks(Grouping::site, data.sites)) {
    throw InputError("the experiment groups subjects by site, and the data has no sites");
  }
}

}  // namespace

SplitRule parse_split_rule(const Json& json) {
  SplitRule rule;
  rule.reference = parse_selections(json, "reference");
  for (const Json& site : list_member(json, "sites")) rule.sites.push_back(parse_site_rule(site));
  return rule;
}

Split draw_split(const SplitRule& rule, const Dataset& data, std::uint64_t seed, Index fewer) {
  check_groups(rule, data);
  Pool pool(data, seed, fewer);
  std::vector<Destination> coordinates = {{rule.reference, {}}};
  for (const SiteRule& site : rule.sites) add_sites(site, pool, coordinates);
  fill(coordinates, pool, false);
  fill(coordinates, pool, true);
  Split split;
  split.reference = coordinates.front().rows;
  for (std::size_t i = 1; i < coordinates.size(); ++i) split.sites.push_back(coordinates[i].rows);
  const auto empty = [](const Destination& place) { return place.rows.empty(); };
  if (coordinates.size() < 2 || std::any_of(coordinates.begin(), coordinates.end(), empty)) {
    throw InputError("the experiment leaves a site or the reference without subjects");
  }
  return split;
}

}  // namespace dsne::experiments
