#include <bit>
#include <boost/endian/conversion.hpp>
#include <cmath>
#include <cstdint>
#include <sstream>

#include "core/errors.h"
#include "core/json.h"
#include "core/json_text.h"
#include "data/npy.h"
#include "summary/check.h"
#include "summary/summary.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

std::vector<std::string> numbered(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(std::to_string(i));
  return names;
}

std::string npy_header(Index rows, Index columns) {
  constexpr std::size_t unit = 64;
  constexpr std::size_t before = 10;
  std::string text = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(rows) +
                     ", " + std::to_string(columns) + "), }";
  while ((before + text.size() + 1) % unit != 0) text += ' ';
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

std::string npy(const Matrix& values) {
  std::string bytes = npy_header(values.rows(), values.cols());
  const std::size_t start = bytes.size();
  bytes.resize(start + static_cast<std::size_t>(values.size()) * sizeof(double));
  for (Index i = 0; i < values.size(); ++i) {
    boost::endian::store_little_u64(reinterpret_cast<unsigned char*>(bytes.data()) + start +
                                        static_cast<std::size_t>(i) * sizeof(double),
                                    std::bit_cast<std::uint64_t>(values.data()[i]));
  }
  return bytes;
}

std::vector<std::string> parse_names(const Json& names, std::size_t columns,
                                     const std::string& input) {
  const InputError error(input + ": the names do not fit the array");
  if (names.is_number_integer() && names == columns) return numbered(columns);
  if (!names.is_array() || names.size() != columns) throw error;
  std::vector<std::string> measures;
  for (const Json& name : names) {
    if (!name.is_string()) throw error;
    measures.push_back(name.get<std::string>());
  }
  return measures;
}

}  // namespace

bool are_numbered(const std::vector<std::string>& names) { return names == numbered(names.size()); }

ArrayFiles summary_array(const Summary& summary) {
  const Index rows = summary.means.rows();
  const Index measures = summary.means.cols();
  Matrix all = Matrix::Zero(rows + 1, 1 + measures + (summary.excluded ? 1 : 0));
  all.col(0).head(rows) = summary.subjects;
  all.block(0, 1, rows, measures) = summary.means;
  all.block(rows, 1, 1, measures) = summary.spread;
  if (summary.excluded) all.col(1 + measures).head(rows) = *summary.excluded;
  Json names = {{"excluded", summary.excluded.has_value()}};
  if (are_numbered(summary.measures)) {
    names["measures"] = summary.measures.size();
  } else {
    names["measures"] = summary.measures;
  }
  return {npy(all), to_ascii(names) + '\n'};
}

Summary parse_summary_array(const ArrayFiles& files, const std::string& input) {
  if (files.array.size() > largest_summary || files.names.size() > largest_summary) {
    throw InputError(input + " is too large for a summary");
  }
  const auto names = parse_json(files.names);
  if (!names || !names->is_object() || !names->contains("measures") ||
      !names->contains("excluded") || !names->at("excluded").is_boolean()) {
    throw InputError(input + ": the names are not those of a summary");
  }
  std::istringstream stream(files.array);
  if (!data::is_npy(stream)) throw InputError(input + " is not a .npy array");
  const Matrix all = data::read_npy(stream, input);
  const bool excluded = names->at("excluded").get<bool>();
  const Index rows = all.rows() - 1;
  const Index measures = all.cols() - (excluded ? 2 : 1);
  if (rows < 1 || measures < 1) throw InputError(input + " has no row or no measure");
  if (all(rows, 0) != 0 || (excluded && all(rows, measures + 1) != 0)) {
    throw InputError(input + ": the last row is not the spread");
  }
  Summary summary;
  summary.measures = parse_names(names->at("measures"), static_cast<std::size_t>(measures), input);
  check_measures(summary.measures, input);
  summary.means = all.block(0, 1, rows, measures);
  summary.subjects = all.col(0).head(rows);
  summary.spread = all.block(rows, 1, 1, measures);
  if (excluded) summary.excluded = all.col(measures + 1).head(rows);
  check_summary(summary, input);
  return summary;
}

}  // namespace dsne::summary
