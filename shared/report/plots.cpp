#include "report/plots.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "data/missing.h"
#include "data/names/measure_names.h"
#include "data/normalization.h"
#include "report/reasons.h"
#include "report/text.h"

namespace dsne::report {
namespace {

constexpr double largest_deviation = 10;
constexpr std::size_t max_values = 300000;

std::vector<double> column(const Matrix& points, Eigen::Index feature) {
  return {points.col(feature).begin(), points.col(feature).end()};
}

/// Returns for how many features a page has room for the points' values.
std::size_t room_for(const Matrix& points) {
  return max_values / static_cast<std::size_t>(std::max<Eigen::Index>(points.rows(), 1));
}

/// Counts the subjects with a flag that each feature makes odd.
std::vector<std::size_t> count_reasons(const quality::OutlierScores& outliers,
                                       Eigen::Index features) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(features), 0);
  for (const std::size_t subject : quality::subjects_with_flag(outliers)) {
    for (const quality::OddMeasure& reason : outliers.reasons[subject])
      ++counts.at(static_cast<std::size_t>(reason.feature));
  }
  return counts;
}

/// Selects the features shown for a number of subjects, the most telling first.
std::vector<Eigen::Index> shown_features(const Matrix& deviations,
                                         const quality::OutlierScores& outliers) {
  const auto reasons = count_reasons(outliers, deviations.cols());
  const RowVector distance = deviations.cwiseAbs().cwiseMin(largest_deviation).colwise().mean();
  std::vector<Eigen::Index> order(reasons.size());
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&](Eigen::Index f) {
    return std::tuple(reasons[static_cast<std::size_t>(f)], distance(f));
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return rank(a) > rank(b); });
  order.resize(
      std::min(order.size(), std::clamp<std::size_t>(room_for(deviations), 1, max_strips)));
  return order;
}

std::array<double, 5> quantiles(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {data::quantile(values, 0.05), data::quantile(values, 0.25), data::quantile(values, 0.5),
          data::quantile(values, 0.75), data::quantile(values, 0.95)};
}

}  // namespace

std::vector<Strip> make_strips(const Matrix& own, const Matrix& reference,
                               const std::vector<std::string>& features,
                               const quality::OutlierScores& outliers, const Matrix& elsewhere) {
  const data::Scaling scaling = data::fit_scaling(reference, data::Normalization::robust);
  std::vector<Strip> strips;
  for (const Eigen::Index f : shown_features(data::apply(scaling, own), outliers)) {
    const bool has_room = elsewhere.rows() > 0 && strips.size() < room_for(elsewhere);
    strips.push_back({features.at(static_cast<std::size_t>(f)), scaling.centre(f), scaling.scale(f),
                      quantiles(column(reference, f)), column(own, f),
                      has_room ? column(elsewhere, f) : std::vector<double>()});
  }
  return strips;
}

OwnSubjects shown_subjects(const OwnOnMap& own, const data::KnownIds& known, const Embedding& map,
                           std::size_t site, const Matrix& compared) {
  OwnSubjects shown;
  shown.site = site;
  shown.ids = own.table.ids;
  shown.key = known.key;
  shown.is_new = known.newest(own.table.ids);
  shown.new_since = known.since();
  shown.thumbnails = own.thumbnails;
  if (!own.outliers) return shown;
  shown.outliers = own.outliers->scores;
  shown.features = own.measures;
  shown.strips = make_strips(own.filled, compared, own.measures, own.outliers->scores,
                             measured_elsewhere(map, site));
  return shown;
}

std::vector<std::string> shown_names(const std::vector<std::string>& features, Eigen::Index count) {
  if (!features.empty()) return features;
  std::vector<std::string> names;
  for (Eigen::Index f = 1; f <= count; ++f) names.push_back("feature " + std::to_string(f));
  return names;
}

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
  for (const std::size_t subject : quality::subjects_with_flag(outliers)) {
    const Json entry = {{"subject", subject}, {"reasons", texts(subject)}};
    (outliers.flags[subject] == quality::Flag::flagged ? flagged : also_check).push_back(entry);
  }
  Json oddest = Json::array();
  for (std::size_t i = 0; i < outliers.reasons.size(); ++i) {
    if (outliers.reasons[i].empty() || outliers.flags[i] != quality::Flag::none) continue;
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
