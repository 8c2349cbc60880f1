#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "data/data_format.h"
#include "helpers.h"
#include "text_search.h"

/// Reads as a site's run does: the format is found out.
inline dsne::data::Table read_as_site(const std::string& content) {
  dsne::data::TableFormat format;
  format.features_later = true;
  return dsne::data::read_data(InputFile(content).path(), "site_data",
                               dsne::data::DataFormat::automatic, format);
}

inline std::string site_error(const std::string& content) {
  return error_of([&] { read_as_site(content); });
}

inline dsne::data::Table check_table(const std::string& content,
                                     const std::vector<std::string>& ids,
                                     const std::vector<std::string>& features,
                                     const dsne::Matrix& values) {
  CAPTURE(content);
  const dsne::data::Table table = read_as_site(content);
  CHECK(table.ids == ids);
  CHECK(table.features == features);
  REQUIRE(table.values.rows() == values.rows());
  REQUIRE(table.values.cols() == values.cols());
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const double read = table.values.reshaped()(i);
    const double expected = values.reshaped()(i);
    CHECK((read == expected || (std::isnan(read) && std::isnan(expected))));
  }
  return table;
}

/// Checks that a site's table is refused with a message that holds these words.
inline void check_refused(const std::string& content, const std::string& words) {
  CAPTURE(content);
  CHECK(contains(site_error(content), words));
}

inline bool is_told(const dsne::data::Table& table, const std::string& words) {
  for (const std::string& note : table.reading.notes) {
    if (contains(note, words)) return true;
  }
  return false;
}

inline bool is_left_out(const dsne::data::Table& table, const std::string& name) {
  for (const auto& column : table.reading.left_out) {
    if (column.name == name) return true;
  }
  return false;
}

inline const double nothing_there = std::nan("");
