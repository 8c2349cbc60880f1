#include <doctest/doctest.h>

#include <limits>

#include "core/errors.h"
#include "run/preprocessing.h"
#include "run/subjects.h"

using dsne::Json;
using dsne::Matrix;
using dsne::data::Missing;
using dsne::data::Normalization;
using dsne::methods::parse_parameters;
using dsne::run::RunReference;
using dsne::run::Treatment;
using dsne::run::treatment;
using Names = std::vector<std::string>;

namespace {

const Names quality_names = {"cjv", "cnr", "efc", "fber", "snr"};

RunReference reference_of(const Names& names, const Matrix& values) {
  return {{values, names, {}}, std::nullopt, std::nullopt};
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

TEST_CASE("missing values are counted, and the features without any") {
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
}

TEST_CASE("harmonization needs a unit, and is not done by private methods") {
  const auto check = [](const char* normalization, const Names& names) {
    const auto parameters =
        parse_parameters({{"harmonization", "site"}, {"normalization", normalization}});
    dsne::run::check_harmonization(parameters, treatment(parameters, names));
  };
  const Names none;
  for (const auto& [normalization, names] :
       {std::pair{"none", quality_names}, {"row_max", quality_names}, {"auto", none}}) {
    CHECK_THROWS_WITH_AS(check(normalization, names),
                         "parameter harmonization needs normalization robust or zscore",
                         dsne::InputError);
  }
  CHECK_NOTHROW(check("auto", quality_names));
  CHECK_NOTHROW(check("zscore", none));
  using dsne::data::Harmonization;
  Json given = {{"harmonization", "site"}};
  CHECK(dsne::run::harmonization(parse_parameters(given)) == Harmonization::site);
  given["method"] = "dp-density";
  CHECK(dsne::run::harmonization(parse_parameters(given)) == Harmonization::none);
}
