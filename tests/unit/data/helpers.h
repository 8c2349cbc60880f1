#pragma once

#include <doctest/doctest.h>

#include <boost/filesystem/path.hpp>
#include <fstream>
#include <string>

#include "coinstac/errors.h"
#include "data/table.h"
#include "temporary_folder.h"

/// A file in a folder of its own. Its name must never be seen in an error.
class InputFile {
 public:
  explicit InputFile(const std::string& content) : path_(folder_.path() / "secret.csv") {
    std::ofstream(path_.c_str(), std::ios::binary) << content;
  }
  const boost::filesystem::path& path() const { return path_; }

 private:
  TemporaryFolder folder_;
  boost::filesystem::path path_;
};

inline dsne::Table read_text(const std::string& content, const dsne::TableFormat& format = {}) {
  return dsne::read_table(InputFile(content).path(), "site_data", format);
}

/// The message of the InputError that `action` throws; "" when it throws none.
template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const dsne::InputError& error) {
    return error.what();
  }
  return "";
}

inline std::string table_error(const std::string& content, const dsne::TableFormat& format = {}) {
  return error_of([&] { read_text(content, format); });
}

/// A small matrix of numbers from tests/data, without header.
inline dsne::Matrix peer_values(const std::string& name) {
  dsne::TableFormat format;
  format.header = dsne::Header::absent;
  return dsne::read_table(boost::filesystem::path(DSNE_TEST_DATA) / name, name, format).values;
}

/// The largest absolute difference between the elements of two matrices of the same shape.
inline double difference(const dsne::Matrix& a, const dsne::Matrix& b) {
  REQUIRE(a.rows() == b.rows());
  REQUIRE(a.cols() == b.cols());
  return (a - b).cwiseAbs().maxCoeff();
}
