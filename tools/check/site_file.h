#pragma once

#include <boost/filesystem/path.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "data/data_format.h"
#include "data/table.h"
#include "run/reference/run_reference.h"
#include "run/site_inputs.h"
#include "tools/check/measures.h"
#include "tools/check/problem.h"
#include "tools/check/text_view.h"

namespace dsne::tools::checking {

/// The reference that files are compared with.
struct CheckedReference {
  std::string name;
  run::RunReference reference;
  std::vector<MeasureView> measures;
};

/// A data set, as a site would give it in site_data, and the results of checking it.
struct SiteFile {
  std::string name;  ///< the file's or folder's
  data::DataFormat form = data::DataFormat::automatic;
  std::optional<TextView> text;      ///< for a text table, or a list of files
  std::optional<data::Table> table;  ///< empty if it cannot be read
  std::vector<MeasureView> measures;
  std::map<std::string, std::size_t> labels;  ///< the number of subjects with each label
  std::size_t persons = 0;
  std::optional<std::string> summary;  ///< what a summary would hold, or "none" and why
  Problems problems;

  /// Returns whether each value is a voxel or a connection, not a measure with its own unit.
  bool is_array() const;
};

/// Reads the file of settings, with the files that it names.
/// @return the result of run::with_settings_read
/// @throws InputError as a run and `dsne summarize` do
Json read_settings(const boost::filesystem::path& file);

/// Reads the reference like a site that gives it.
/// @throws InputError when a run could not use it
CheckedReference read_reference(const boost::filesystem::path& file, const Json& settings);

/// Returns names for files: their own or, if two have the same one, their paths.
std::vector<std::string> distinct_names(const std::vector<std::string>& files);

/// Reads a file like a run, and looks for everything wrong or odd in it.
/// @param name names it in reports
/// @param reference null without one
SiteFile check_file(const boost::filesystem::path& file, const std::string& name,
                    const Json& settings, const CheckedReference* reference);

}  // namespace dsne::tools::checking
