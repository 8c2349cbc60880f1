#include "tools/experiments/synthetic.h"

#include <cmath>
#include <map>

#include "core/errors.h"
#include "data/stacked.h"
#include "tools/experiments/fields.h"
#include "tsne/initialization.h"

namespace dsne::experiments {
namespace {

using Eigen::Index;

struct Group {
  std::string label;
  std::string site;
  Index subjects;
  std::vector<double> centre;
  std::vector<double> spread;
};

Group parse_group(const Json& json, Index factors) {
  check_members(json, {"label", "site", "subjects", "centre", "spread"});
  Group group{text_member(json, "label"), text_member(json, "site"),
              static_cast<Index>(number_member(json, "subjects", 1, 1e5)),
              optional_numbers(json, "centre"), optional_numbers(json, "spread")};
  if (std::ssize(group.centre) > factors || std::ssize(group.spread) > factors) {
    throw InputError("experiment: centre and spread must not be longer than there are factors");
  }
  return group;
}

constexpr std::uint64_t first_site_stream = 500000;

/// Standard normal draws; a stream of its own for each purpose.
Matrix normals(Index rows, Index columns, std::uint64_t seed, std::uint64_t stream) {
  return tsne::random_coordinates(rows, columns, 1, seed * 1000003 + stream);
}

Matrix hidden_factors(const Group& group, Matrix draws) {
  for (std::size_t f = 0; f < group.spread.size(); ++f) {
    draws.col(static_cast<Index>(f)) *= group.spread[f];
  }
  for (std::size_t f = 0; f < group.centre.size(); ++f) {
    draws.col(static_cast<Index>(f)).array() += group.centre[f];
  }
  return draws;
}

}  // namespace

Dataset synthetic_dataset(const Json& description) {
  check_members(description, {"features", "factors", "noise", "site_effect", "seed", "groups"});
  const auto features = static_cast<Index>(number_member(description, "features", 2, 1e5));
  const auto factors = static_cast<Index>(number_member(description, "factors", 1, 1000));
  const double noise = number_member(description, "noise", 0, 1e3);
  const double site_effect = number_member(description, "site_effect", 0, 1e3);
  const auto seed = static_cast<std::uint64_t>(number_member(description, "seed", 0, 1e9));
  const Matrix loadings =
      normals(factors, features, seed, 0) / std::sqrt(static_cast<double>(factors));

  Dataset data;
  std::vector<Matrix> parts;
  std::map<std::string, std::uint64_t> site_numbers;
  std::uint64_t stream = 1;
  for (const Json& json : list_member(description, "groups")) {
    const Group group = parse_group(json, factors);
    const Matrix factor_values =
        hidden_factors(group, normals(group.subjects, factors, seed, stream));
    const auto site = site_numbers.try_emplace(group.site, site_numbers.size()).first->second;
    const RowVector shift =
        site_effect * normals(1, features, seed, first_site_stream + site).row(0);
    Matrix values =
        factor_values * loadings + noise * normals(group.subjects, features, seed, stream + 1);
    values.rowwise() += shift;
    parts.push_back(values);
    data.labels.insert(data.labels.end(), static_cast<std::size_t>(group.subjects), group.label);
    data.sites.insert(data.sites.end(), static_cast<std::size_t>(group.subjects), group.site);
    stream += 2;
  }
  data.values = data::stacked(parts);
  return data;
}

}  // namespace dsne::experiments
