#pragma once

#include <random>
#include <string>

#include "core/matrix.h"
#include "privacy/random_source.h"
#include "seeded.h"
#include "summary/known_persons.h"
#include "summary/site_summary.h"
#include "text_search.h"
#include "unit/data/helpers.h"

/// Records of `persons` made-up persons, named from `first` on, with measures that MRIQC has.
inline dsne::summary::Records example_records(Eigen::Index persons, std::uint32_t seed = 1,
                                              Eigen::Index first = 0, Eigen::Index columns = 4) {
  static const std::vector<std::string> names = {"cjv", "cnr", "efc", "fber", "fwhm_x", "snr_gm"};
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  dsne::summary::Records records;
  records.values.resize(persons, columns);
  for (double& value : records.values.reshaped<Eigen::RowMajor>()) {
    value = std::exp(0.3 * normal(generator) + 3);
  }
  records.measures.assign(names.begin(), names.begin() + columns);
  for (Eigen::Index i = 0; i < persons; ++i) {
    records.persons.push_back("sub-" + std::to_string(first + i));
  }
  return records;
}

/// Records with enough measures for all persons to be known by their values.
inline dsne::summary::Records six_measures(Eigen::Index persons, std::uint32_t seed = 1,
                                           Eigen::Index first = 0) {
  return example_records(persons, seed, first, 6);
}

/// Two lots of records, one under the other.
inline dsne::summary::Records joined(dsne::summary::Records a, const dsne::summary::Records& b) {
  a.values = dsne::stacked(a.values, b.values);
  a.persons.insert(a.persons.end(), b.persons.begin(), b.persons.end());
  a.excluded.insert(a.excluded.end(), b.excluded.begin(), b.excluded.end());
  return a;
}

/// The summary of records, with noise from a seed.
inline dsne::summary::NewSummary example_summary(const dsne::summary::Records& records,
                                                 const dsne::summary::Rules& rules = {},
                                                 std::uint64_t seed = 1) {
  auto source = seeded(seed);
  return dsne::summary::make_summary(records, rules, "2026-01-01", source);
}
