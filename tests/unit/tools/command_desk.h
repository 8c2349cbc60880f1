#pragma once

#include <algorithm>
#include <random>
#include <sstream>
#include <string>

#include "tools/commands.h"

/// What a command printed, and its exit code.
struct Printed {
  int code = 0;
  std::string out;
  std::string err;
};

/// Runs a command, or one of a set of commands.
template <class What>
Printed printed_by(const What& what, const dsne::tools::Arguments& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_reporting(what, arguments, {out, err});
  return {code, out.str(), err.str()};
}

/// A group table of MRIQC's of scans with these numbers.
/// @param names of the measures, tab-separated
inline std::string group_table(int first, int last, double middle, const std::string& names,
                               bool ids = true) {
  std::string text = (ids ? "bids_name\t" : "") + names + '\n';
  const auto columns = 1 + std::count(names.begin(), names.end(), '\t');
  for (int scan = first; scan <= last; ++scan) {
    std::mt19937 generator(static_cast<std::uint32_t>(scan));
    std::normal_distribution<double> normal(middle, 1);
    if (ids) text += "sub-" + std::to_string(scan) + "_T1w\t";
    for (std::ptrdiff_t c = 1; c <= columns; ++c) {
      text += std::to_string(normal(generator)) + (c < columns ? '\t' : '\n');
    }
  }
  return text;
}
