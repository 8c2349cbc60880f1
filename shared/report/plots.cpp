#include "report/plots.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "data/measure_terms.h"
#include "report/reasons.h"
#include "report/text.h"

namespace dsne::report {
namespace {

/// The positions of the entries with a value.
Json subjects_with(const std::vector<bool>& which, bool value) {
  Json subjects = Json::array();
  for (std::size_t i = 0; i < which.size(); ++i) {
    if (which[i] == value) subjects.push_back(i);
  }
  return subjects;
}

Json list_json(const quality::ScoreList& list) {
  return {{"scores", rounded({list.scores.begin(), list.scores.end()})},
          {"subjects", subjects_with(list.listed, true)}};
}

Json outliers_json(const OwnSubjects& own) {
  const quality::OutlierScores& outliers = *own.outliers;
  const auto texts = [&](std::size_t subject) {
    return all_reason_texts(outliers, subject, own.features);
  };
  Json flagged = Json::array();
  Json also_check = Json::array();
  for (const std::size_t subject : quality::listed(outliers)) {
    const Json entry = {{"subject", subject}, {"reasons", texts(subject)}};
    (outliers.flagged[subject] ? flagged : also_check).push_back(entry);
  }
  Json oddest = Json::array();
  for (std::size_t i = 0; i < outliers.reasons.size(); ++i) {
    if (outliers.reasons[i].empty() || quality::is_listed(outliers, i)) continue;
    oddest.push_back({{"subject", i}, {"reasons", texts(i)}});
  }
  Json json = {{"scores", rounded({outliers.scores.begin(), outliers.scores.end()})},
               {"flagged", flagged},
               {"also_check", also_check},
               {"oddest", oddest},
               {"odd", list_json(outliers.lists.odd)},
               {"inconsistent", list_json(outliers.lists.inconsistent)}};
  if (const auto& raters = outliers.lists.like_excluded) json["like_excluded"] = list_json(*raters);
  return json;
}

/// Returns how many digits distinguish a measure's values on its scale.
int digits_of(const Strip& strip) {
  constexpr int fewest = 4;
  constexpr int most = 12;
  const double relative = strip.scale / std::max(std::abs(strip.centre), strip.scale);
  const double needed = std::ceil(-std::log10(relative)) + 2;
  return needed > fewest ? static_cast<int>(std::min<double>(needed, most)) : fewest;
}

Json strip_json(const Strip& strip) {
  const int digits = digits_of(strip);
  const data::MeasureTerm term = data::measure_term(strip.feature);
  Json json = {{"feature", display_text(strip.feature)},
               {"name", display_text(term.name)},
               {"unit", term.unit},
               {"centre", with_digits(strip.centre, 12)},
               {"scale", with_digits(strip.scale)},
               {"reference", rounded({strip.reference.begin(), strip.reference.end()}, digits)},
               {"values", rounded(strip.values, digits)}};
  if (!strip.elsewhere.empty()) json["elsewhere"] = rounded(strip.elsewhere, digits);
  return json;
}

Json own_json(const OwnSubjects& own) {
  Json json = {{"site", own.site},
               {"key", display_text(own.key)},
               {"compared_with", own.compared_with},
               {"ids", display_texts(own.ids)},
               {"features", own.features.size()},
               {"strips", Json::array()}};
  for (const Strip& strip : own.strips) json["strips"].push_back(strip_json(strip));
  if (own.outliers) json["outliers"] = outliers_json(own);
  if (!own.link.empty()) {
    json["link"] = own.link;
    json["without_report"] = subjects_with(own.has_report, false);
  }
  if (!own.new_since.empty()) {
    json["new"] = subjects_with(own.is_new, true);
    json["new_since"] = own.new_since;
  }
  std::map<std::string, data::Decision> others(own.decisions.begin(), own.decisions.end());
  for (std::size_t i = 0; i < own.ids.size(); ++i) {
    const auto found = own.decisions.find(own.ids[i]);
    if (found == own.decisions.end()) continue;
    others.erase(own.ids[i]);
    json["decisions"].push_back(
        {i, display_text(found->second.choice), display_text(found->second.note)});
  }
  // What is saved over the file must not lose them.
  for (const auto& [id, decision] : others) {
    json["decisions_elsewhere"].push_back(
        {display_text(id), display_text(decision.choice), display_text(decision.note)});
  }
  if (!own.thumbnails.empty()) json["thumbnails"] = own.thumbnails;
  return json;
}

}  // namespace

Json to_json(const Plots& plots) {
  Json json = to_json(plots.scene);
  if (!plots.own) return json;
  const OwnSubjects& own = *plots.own;
  if (own.outliers) {
    json["colourings"].push_back(to_json(by_score(plots.scene.map, own.site, *own.outliers)));
  }
  json["own"] = own_json(own);
  return json;
}

}  // namespace dsne::report
