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

/// A data set as a site would give it in site_data, and all that is to be said of it.
struct SiteFile {
  std::string name;  ///< the file's or folder's
  data::DataFormat form = data::DataFormat::automatic;
  std::optional<TextView> text;      ///< of a text table, or a list of files
  std::optional<data::Table> table;  ///< nothing when it cannot be read
  std::vector<MeasureView> measures;
  std::map<std::string, std::size_t> labels;  ///< how many subjects have each word
  std::size_t persons = 0;
  std::optional<std::string> summary;  ///< what a summary would have, or "none" and why
  Problems problems;

  /// Whether each value is a voxel or a connection, not a measure with a unit of its own.
  bool is_array() const;
};

/// Reads the settings' file, with the files that it names beside it.
/// @return as run::with_settings_read leaves them
/// @throws InputError as a run and `dsne summarize` do
Json read_settings(const boost::filesystem::path& file);

/// Reads the reference as a site that gives it would.
/// @throws InputError when a run could not take it
CheckedReference read_reference(const boost::filesystem::path& file, const Json& settings);

/// What to call files: by their names, or where two have the same one by their paths.
std::vector<std::string> distinct_names(const std::vector<std::string>& files);

/// Reads a file as a run would, and looks for all that is wrong or odd with it.
/// @param name      what to call it
/// @param reference null without one
SiteFile check_file(const boost::filesystem::path& file, const std::string& name,
                    const Json& settings, const CheckedReference* reference);

}  // namespace dsne::tools::checking
