#include <doctest/doctest.h>

#include <limits>

#include "core/errors.h"
#include "run/preprocessing.h"
#include "sentences/treatment_note.h"

using dsne::Json;
using dsne::Matrix;
using dsne::data::Missing;
using dsne::data::Normalization;
using dsne::methods::parse_parameters;
using dsne::run::RunReference;
using dsne::run::Treatment;
using dsne::run::treatment;
using dsne::sentences::chosen_sentence;
using dsne::sentences::missing_values_sentence;
using dsne::sentences::scales_sentence;
using Names = std::vector<std::string>;

namespace {

const Names quality_names = {"cjv", "cnr", "efc", "fber", "snr"};

RunReference reference_of(const Names& names, const Matrix& values) {
  return {{values, names, {}}, std::nullopt, std::nullopt};
}

std::string sentence_or_none(const std::optional<std::string>& sentence) {
  return sentence.value_or("none");
}

}  // namespace

TEST_CASE("by default, values are treated by the features' names") {
  const auto open = parse_parameters(Json::object());
  const Treatment of_measures = treatment(open, quality_names);
  CHECK(of_measures.normalization == Normalization::robust);
  CHECK(of_measures.missing == Missing::impute);
  for (const Names& names : {Names{}, Names{"thickness", "volume", "x", "y", "z"}}) {
    const Treatment of_others = treatment(open, names);
    CHECK(of_others.normalization == Normalization::none);
    CHECK(of_others.missing == Missing::error);
  }
}

TEST_CASE("the owner's choice holds for any features") {
  for (const char* word : {"none", "row_max", "zscore", "robust"}) {
    for (const char* gap : {"error", "drop", "impute"}) {
      const auto said = parse_parameters({{"normalization", word}, {"missing", gap}});
      for (const Names& names : {Names{}, quality_names}) {
        CHECK(to_json(treatment(said, names)) == Json{{"normalization", word}, {"missing", gap}});
      }
    }
  }
  const auto rows = parse_parameters({{"normalization", "row_max"}});
  CHECK(treatment(rows, quality_names).missing == Missing::error);
}

TEST_CASE("the reports say what was chosen") {
  const auto open = parse_parameters(Json::object());
  const RunReference reference = reference_of(quality_names, Matrix::Random(6, 5));
  CHECK(sentence_or_none(chosen_sentence(open, reference)) ==
        "By their names, the features are measures of MRIQC or QAP: each is scaled by the "
        "reference's median and interquartile range (normalization robust), and a missing value is "
        "replaced by the reference's median (missing impute).");
  CHECK(sentence_or_none(
            chosen_sentence(parse_parameters({{"normalization", "robust"}}), reference)) ==
        "By their names, the features are measures of MRIQC or QAP: a missing value is replaced by "
        "the reference's median (missing impute).");
  CHECK_FALSE(chosen_sentence(open, reference_of({}, Matrix::Random(6, 5))));
  const Treatment chosen = treatment(open, quality_names);
  CHECK(dsne::sentences::setting_text("normalization", "auto", chosen) == "auto: robust");
  CHECK(dsne::sentences::setting_text("normalization", "none", chosen) == "none");
  CHECK(dsne::sentences::setting_text("reference", "auto", chosen) == "auto");
  CHECK(dsne::sentences::setting_text("perplexity", 30, chosen) == "30");
}

TEST_CASE("scales that differ a million-fold are reported if values are not scaled") {
  const auto open = parse_parameters(Json::object());
  Matrix values = Matrix::Random(20, 4);
  const Names names = {"a", "b", "c", "d"};
  CHECK_FALSE(scales_sentence(open, reference_of(names, values)));
  values.col(2) *= 1e8;
  CHECK(sentence_or_none(scales_sentence(open, reference_of(names, values))) ==
        "The features' scales differ more than a million-fold and normalization is none: a few "
        "features alone decide who is near whom on the map. Set normalization to robust.");
  const auto scaled = parse_parameters({{"normalization", "zscore"}});
  CHECK_FALSE(scales_sentence(scaled, reference_of(names, values)));
}

TEST_CASE("a site's report mentions missing values that were replaced") {
  const auto open = parse_parameters(Json::object());
  const RunReference reference = reference_of(quality_names, Matrix::Random(6, 5));
  dsne::data::Table table;
  table.features = quality_names;
  table.features.push_back("age");
  table.values = Matrix::Ones(3, 6);
  table.columns = {1, 2, 3, 4, 5, 6};
  table.rows = {2, 3, 4};
  table.values.col(1).setConstant(std::numeric_limits<double>::quiet_NaN());
  table.values.col(5).setConstant(std::numeric_limits<double>::quiet_NaN());
  table.values(0, 4) = std::numeric_limits<double>::quiet_NaN();
  const auto missing = missing_values_of(table, reference);
  CHECK(missing.values == 4);
  CHECK(missing.empty == std::vector<Eigen::Index>{1});
  CHECK(sentence_or_none(missing_values_sentence(missing, open, reference, quality_names)) ==
        "4 values of this site's subjects are missing and were replaced by the reference's median. "
        "No subject has a value of cnr, so nothing is known about it at this site.");
  CHECK_FALSE(missing_values_sentence({}, open, reference, quality_names));
  CHECK_FALSE(missing_values_sentence(missing, parse_parameters({{"missing", "error"}}), reference,
                                      quality_names));
}

TEST_CASE("harmonization needs a unit") {
  const auto check = [](const char* normalization, const Names& names) {
    const auto parameters =
        parse_parameters({{"harmonization", "site"}, {"normalization", normalization}});
    dsne::run::check_harmonization(parameters, treatment(parameters, names));
  };
  const std::string needs = "parameter harmonization needs normalization robust or zscore";
  CHECK_THROWS_WITH_AS(check("none", quality_names), needs.c_str(), dsne::InputError);
  CHECK_THROWS_WITH_AS(check("row_max", quality_names), needs.c_str(), dsne::InputError);
  CHECK_THROWS_WITH_AS(check("auto", {}), needs.c_str(), dsne::InputError);
  CHECK_NOTHROW(check("auto", quality_names));
  CHECK_NOTHROW(check("zscore", {}));
}

TEST_CASE("a measure with more than nine tenths of the variance is named") {
  dsne::Matrix points(4, 2);
  points << 100, 1, -100, 1, 100, -1, -100, -1;
  dsne::run::Treatment chosen;
  const std::vector<std::string> both = {"fber", "cnr"};
  CHECK(sentence_or_none(dsne::sentences::dominating_sentence(points, both, chosen)) ==
        "fber alone has 99 % of the variance of this site's data: it decides who is near whom on "
        "the map. Check its unit and its largest values, or set normalization to robust.");
  chosen.normalization = dsne::data::Normalization::robust;
  CHECK(sentence_or_none(dsne::sentences::dominating_sentence(points, both, chosen))
            .ends_with("Check its unit and its largest values."));
  points.col(0) /= 40;
  CHECK_FALSE(dsne::sentences::dominating_sentence(points, both, chosen));
  CHECK_FALSE(dsne::sentences::dominating_sentence(points.leftCols(1), {"fber"}, chosen));
  points.setOnes();
  CHECK_FALSE(dsne::sentences::dominating_sentence(points, both, chosen));
}

TEST_CASE("private methods do not harmonize, and reports say what was done") {
  using dsne::data::Harmonization;
  using dsne::sentences::harmonization_sentence;
  const auto asked = parse_parameters({{"harmonization", "site"}});
  CHECK(dsne::run::harmonization(asked) == Harmonization::site);
  const auto kept = parse_parameters({{"harmonization", "site"}, {"method", "dp-density"}});
  CHECK(dsne::run::harmonization(kept) == Harmonization::none);
  CHECK(sentence_or_none(harmonization_sentence(kept)) == "none");
  CHECK(sentence_or_none(harmonization_sentence(asked)).find("(harmonization site)") !=
        std::string::npos);
  CHECK(sentence_or_none(harmonization_sentence(asked, 4)).find("too few") != std::string::npos);
  CHECK(harmonization_sentence(asked, 5) == harmonization_sentence(asked));
}
