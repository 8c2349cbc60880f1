#include "sentences/treatment_note.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>

#include "core/phrases.h"

namespace dsne::sentences {
namespace {

constexpr double large_ratio = 1e6;
constexpr double large_share = 0.9;
constexpr std::size_t most_names = 5;

/// Returns the features' nonzero spreads in ascending order.
std::vector<double> spreads_of(const run::RunReference& reference) {
  const data::Scaling scaling =
      data::fit_scaling(reference.points.values, data::Normalization::zscore);
  std::vector<double> spreads;
  for (Eigen::Index f = 0; f < scaling.scale.size(); ++f) {
    const auto& none = scaling.without_spread;
    if (std::find(none.begin(), none.end(), f) == none.end()) spreads.push_back(scaling.scale(f));
  }
  std::sort(spreads.begin(), spreads.end());
  return spreads;
}

}  // namespace

std::optional<std::string> chosen_sentence(const methods::Parameters& parameters,
                                           const run::RunReference& reference) {
  if (reference.is_map()) {
    return "Measures are compared on the scale of all sites' rows. On the map a missing value is "
           "replaced by the site's median.";
  }
  const run::Treatment any = run::treatment(parameters, {});
  const run::Treatment chosen = run::treatment(parameters, reference.points.features);
  std::vector<std::string> words;
  if (chosen.normalization != any.normalization) {
    words.emplace_back(
        "each is scaled by the reference's median and interquartile range (normalization robust)");
  }
  if (chosen.missing != any.missing) {
    words.emplace_back("a missing value is replaced by the reference's median (missing impute)");
  }
  if (words.empty()) return std::nullopt;
  return "By their names, the features are measures of MRIQC or QAP: " +
         boost::algorithm::join(words, ", and ") + '.';
}

std::optional<std::string> harmonization_sentence(const methods::Parameters& parameters,
                                                  std::optional<Eigen::Index> own_points) {
  if (run::harmonization(parameters) == data::Harmonization::none) return std::nullopt;
  if (own_points && *own_points < data::least_harmonized) {
    return "This site has too few subjects to be harmonized; on the map they are as measured.";
  }
  return "For the map only, each site's subjects were given the same location and spread "
         "(harmonization site): what all subjects of a site have in common does not show there. "
         "Scores and flags use "
         "the measures as they are.";
}

std::optional<std::string> scales_sentence(const methods::Parameters& parameters,
                                           const run::RunReference& reference) {
  if (run::treatment(parameters, reference.points.features).normalization !=
      data::Normalization::none) {
    return std::nullopt;
  }
  const std::vector<double> spreads = spreads_of(reference);
  if (spreads.empty() || spreads.back() < large_ratio * spreads[spreads.size() / 4]) {
    return std::nullopt;
  }
  return "The features' scales differ more than a million-fold and normalization is none: a few "
         "features alone decide who is near whom on the map. Set normalization to robust.";
}

std::optional<std::string> dominating_sentence(const Matrix& points,
                                               const std::vector<std::string>& names,
                                               const run::Treatment& chosen) {
  if (points.cols() < 2 || points.rows() < 2) return std::nullopt;
  const Matrix centred = points.rowwise() - points.colwise().mean();
  const RowVector variances = centred.array().square().colwise().mean();
  Eigen::Index largest = 0;
  const double most = variances.maxCoeff(&largest);
  const double share = most / variances.sum();
  if (!(share > large_share)) return std::nullopt;
  const bool has_units = chosen.normalization == data::Normalization::robust ||
                         chosen.normalization == data::Normalization::zscore;
  return names.at(static_cast<std::size_t>(largest)) + " alone has " +
         std::to_string(static_cast<int>(100 * share)) +
         " % of the variance of this site's data: it decides who is near whom on the map. Check "
         "its unit and its largest values" +
         (has_units ? "." : ", or set normalization to robust.");
}

std::optional<std::string> missing_values_sentence(const run::MissingValues& missing,
                                                   const methods::Parameters& parameters,
                                                   const run::RunReference& reference,
                                                   const std::vector<std::string>& names) {
  const run::Treatment chosen = run::treatment(parameters, reference.points.features);
  if (missing.values == 0 || chosen.missing != data::Missing::impute) return std::nullopt;
  std::string sentence = counted(missing.values, "value") + " of this site's subjects " +
                         (missing.values == 1 ? "is missing and was" : "are missing and were") +
                         " replaced by the reference's median.";
  if (missing.empty.empty()) return sentence;
  std::vector<std::string> empty;
  for (const Eigen::Index f : missing.empty) empty.push_back(names[static_cast<std::size_t>(f)]);
  return sentence + " No subject has a value of " + in_words(empty, most_names) +
         ", so nothing is known about it at this site.";
}

std::string setting_text(const std::string& name, const Json& value, const run::Treatment& chosen) {
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  const Json words = to_json(chosen);
  return text == "auto" && words.contains(name) ? text + ": " + words[name].get<std::string>()
                                                : text;
}

}  // namespace dsne::sentences
