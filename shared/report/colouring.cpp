#include "report/colouring.h"

#include <algorithm>
#include <map>

#include "core/phrases.h"
#include "report/text.h"

namespace dsne::report {
namespace {

/// The input of by_site and by_label: names in order, and each point's index among them,
/// names.size() for the background.
struct KeyEntries {
  std::vector<std::string> names;
  std::vector<std::size_t> of_point;
  std::string background;
};

/// Makes one group per name while there is room, then "and N more" for the rest, and the
/// background.
std::vector<Group> make_groups(const KeyEntries& entries) {
  constexpr std::size_t room = max_groups - 1;
  const std::size_t names = entries.names.size();
  const std::size_t shown = names <= room ? names : room - 1;
  std::vector<Group> groups;
  for (std::size_t i = 0; i < shown; ++i) {
    groups.push_back({display_text(entries.names[i]), mark_style(i)});
  }
  if (shown < names) {
    groups.push_back(
        {"and " + std::to_string(names - shown) + " more", {Shape::circle, overflow_grey}});
  }
  groups.push_back({entries.background, {Shape::circle, background_grey}, true});
  return groups;
}

void add_point(Colouring& colouring, std::size_t group, const Embedding& embedding,
               std::size_t point) {
  colouring.group_of_point.push_back(group);
  ++colouring.groups[group].points;
  if (!embedding.subjects.empty() && embedding.subjects[point] > 1) {
    ++colouring.groups[group].several;
  }
}

Colouring colour(const Embedding& embedding, const std::string& heading,
                 const KeyEntries& entries) {
  Colouring result{heading, make_groups(entries), {}};
  const std::size_t background = result.groups.size() - 1;
  for (std::size_t point = 0; point < entries.of_point.size(); ++point) {
    const std::size_t entry = entries.of_point[point];
    const bool is_background = entry == entries.names.size();
    const std::size_t group = is_background ? background : std::min(entry, background - 1);
    add_point(result, group, embedding, point);
  }
  if (result.groups.back().points == 0) result.groups.pop_back();
  return result;
}

/// The groups from odd to ordinary, in mark_style's colours from warm to cold.
std::vector<Group> score_groups() {
  const auto colour = [](std::size_t entry) { return mark_style(entry).colour; };
  return {{"flagged", {Shape::diamond, colour(5)}},
          {"also to check", {Shape::triangle, colour(1)}},
          {"score from 0.95", {Shape::circle, colour(1)}},
          {"score 0.80 to 0.95", {Shape::circle, colour(7)}},
          {"score 0.50 to 0.80", {Shape::circle, colour(4)}},
          {"score below 0.50", {Shape::circle, colour(0)}},
          {"others", {Shape::circle, background_grey}, true}};
}

std::size_t group_of(const quality::OutlierScores& outliers, std::size_t subject) {
  if (outliers.flagged.at(subject)) return 0;
  if (outliers.also_check.at(subject)) return 1;
  const double score = outliers.scores(static_cast<Eigen::Index>(subject));
  if (score >= 0.95) return 2;
  if (score >= 0.80) return 3;
  return score >= 0.50 ? 4 : 5;
}

}  // namespace

std::string count_text(const Group& group) {
  std::string single = std::to_string(group.points - group.several);
  if (group.several == 0) return single;
  const std::string groups = counted(static_cast<std::int64_t>(group.several), "group");
  return group.points == group.several ? groups : single + " and " + groups;
}

Colouring by_site(const Embedding& embedding) {
  const bool is_compared = std::ranges::count(embedding.site_names, compared_site) > 0;
  KeyEntries entries{{}, {}, is_compared ? compared_site : reference_site};
  std::vector<std::size_t> entry_of_site;
  for (const std::string& name : embedding.site_names) {
    const auto same = std::ranges::find(entries.names, name);
    entry_of_site.push_back(static_cast<std::size_t>(same - entries.names.begin()));
    const bool is_new = same == entries.names.end() && name != entries.background;
    if (is_new) entries.names.push_back(name);
  }
  for (const std::size_t site : embedding.sites) {
    const bool is_reference = embedding.site_names.at(site) == entries.background;
    entries.of_point.push_back(is_reference ? entries.names.size() : entry_of_site[site]);
  }
  return colour(embedding, "By site", entries);
}

std::optional<Colouring> by_label(const Embedding& embedding) {
  std::map<std::string, std::size_t, decltype(&natural_less)> entry_of_label(&natural_less);
  for (const std::string& label : embedding.labels) {
    if (!label.empty()) entry_of_label.emplace(label, 0);
  }
  if (entry_of_label.empty()) return std::nullopt;
  KeyEntries entries{{}, {}, "no label"};
  for (auto& [label, entry] : entry_of_label) {
    entry = entries.names.size();
    entries.names.push_back(label);
  }
  for (const std::string& label : embedding.labels) {
    entries.of_point.push_back(label.empty() ? entries.names.size() : entry_of_label.at(label));
  }
  return colour(embedding, "By label", entries);
}

Colouring by_score(const Embedding& embedding, std::size_t site,
                   const quality::OutlierScores& outliers) {
  Colouring result{"By outlier score", score_groups(), {}};
  const std::size_t background = result.groups.size() - 1;
  std::size_t subject = 0;
  for (std::size_t point = 0; point < embedding.sites.size(); ++point) {
    const bool is_own = embedding.sites[point] == site;
    add_point(result, is_own ? group_of(outliers, subject++) : background, embedding, point);
  }
  return result;
}

}  // namespace dsne::report
