#pragma once

#include <string>

#include "core/faults.h"
#include "core/json.h"
#include "core/step.h"
#include "data/data_format.h"
#include "data/table.h"
#include "run/run_plan.h"
#include "run/site_settings.h"

namespace dsne::run {

/// The input by which COINSTAC's form shows the usual settings or all. It has no effect in a run.
inline constexpr const char* shown_settings_name = "shown_settings";

/// A site's inputs of a run: the run that the owner asks for, its files (plain names in its input
/// folder, "" if not given), how to read them, and what it shares.
struct SiteInputs {
  RunPlan plan;
  std::string data;
  std::string label;
  std::string reference;
  std::string reference_label;
  std::string summary;
  data::DataFormat data_format =
      data::DataFormat::automatic;  ///< of `data`; the reference's is detected
  data::TableFormat format;
  bool format_known = true;  ///< false if an input about how to read `data` is wrong
  SiteSettings settings;
};

/// Parses a site's inputs from the first step's `input`. A file is a name or a list with one name.
/// `site_settings` is the object from with_settings_read; it overrides the owner's data_format,
/// id_column, label_column, feature_columns and header. `subject_files`, one file or several, is
/// only checked: it makes COINSTAC deliver the files that the data name. . A private method needs a
/// budget. It shares no labels, and no positions that its guarantee does not cover. It drops no
/// rows, because their number is public. The owner's simulation_seed needs the site's own
/// `simulation`. A method that sends more than a summary without a guarantee needs the site's
/// `allow`.
/// @throws InputError when one of these rules is broken, an input is unknown, has the wrong type or
///   names a file outside the input folder, or site_data is missing
SiteInputs parse_site_inputs(const Json& input, const Folders& folders);

/// Parses a site's inputs, but adds all faults of the site's settings to `faults`.
/// @throws InputError when the input itself is wrong, or the owner's parameters contradict each
///   other
SiteInputs parse_site_inputs(const Json& input, const Folders& folders, Faults& faults);

/// Replaces `site_settings` in the first step's input by the content of the file that it names, and
/// likewise the roster that the settings name as known_keys. No later step may read these files,
/// because the coordinator's files arrive in the same folder.
/// @param folder the site's input folder
/// @throws InputError when site_settings holds an object instead of a file's name, when a file is
///   missing, or as parse_site_inputs does
Json with_settings_read(Json input, const fs::path& folder);

/// Does the same, but adds a missing or malformed file to `faults`.
/// @throws InputError when site_settings is not a file's name
Json with_settings_read(Json input, const fs::path& folder, Faults& faults);

/// Returns the path of a site's or the reference's data: a file or a folder.
/// @param folder the site's input folder
/// @param input the input's name, for the error
/// @throws InputError when it does not exist
fs::path data_path(const fs::path& folder, const std::string& name, const std::string& input);

}  // namespace dsne::run
