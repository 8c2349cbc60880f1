#pragma once

#include <doctest/doctest.h>

#include <bit>
#include <boost/filesystem/path.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/files.h"
#include "data/table.h"
#include "temporary_folder.h"

/// A file in its own folder. Its name must never be in an error.
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

/// Files in one folder. Their names must never be in an error.
class InputFolder {
 public:
  const boost::filesystem::path& path() const { return folder_.path(); }
  boost::filesystem::path write(const std::string& name, const std::string& content) const {
    std::ofstream((path() / name).c_str(), std::ios::binary) << content;
    return path() / name;
  }

 private:
  TemporaryFolder folder_;
};

/// A `.npy` file with this header and these items.
inline std::string npy(const std::string& header, const std::string& items, char version = 1) {
  std::string text = "\x93NUMPY";
  text += version;
  text += '\0';
  text += static_cast<char>(header.size() % 256);
  text += static_cast<char>(header.size() / 256);
  if (version > 1) text.append(2, '\0');
  return text + header + items;
}

/// Numbers as the items of a `.npy` file, little-endian.
template <class T>
std::string npy_items(const std::vector<T>& values) {
  static_assert(std::endian::native == std::endian::little);
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// A file or folder of tests/data.
inline boost::filesystem::path test_data(const std::string& name) {
  return boost::filesystem::path(DSNE_TEST_DATA) / name;
}

inline dsne::data::TableFormat with_header(dsne::data::Header header) {
  dsne::data::TableFormat format;
  format.header = header;
  return format;
}

/// The format of a table with these columns; "" and none where they are not asked for.
inline dsne::data::TableFormat with_columns(const std::string& id, const std::string& label = "",
                                            const std::vector<std::string>& features = {}) {
  dsne::data::TableFormat format;
  format.id_column = id;
  format.label_column = label;
  format.feature_columns = features;
  return format;
}

inline dsne::data::Table read_text(const std::string& content,
                                   const dsne::data::TableFormat& format = {}) {
  return dsne::data::read_table(InputFile(content).path(), "site_data", format);
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

inline std::string table_error(const std::string& content,
                               const dsne::data::TableFormat& format = {}) {
  return error_of([&] { read_text(content, format); });
}

/// A small matrix of numbers from tests/data, without header.
inline dsne::Matrix peer_values(const std::string& name) {
  return dsne::data::read_table(test_data(name), name, with_header(dsne::data::Header::absent))
      .values;
}

/// The largest absolute difference between the elements of two matrices of the same shape.
inline double difference(const dsne::Matrix& a, const dsne::Matrix& b) {
  REQUIRE(a.rows() == b.rows());
  REQUIRE(a.cols() == b.cols());
  return (a - b).cwiseAbs().maxCoeff();
}
