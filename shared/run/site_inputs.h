#pragma once

#include <string>

#include "core/faults.h"
#include "core/json.h"
#include "core/step.h"
#include "data/data_format.h"
#include "data/table.h"
#include "methods/parameters.h"
#include "run/site_settings.h"

namespace dsne::run {

/// By this input COINSTAC's form shows the usual settings or all; it changes nothing in a run.
inline constexpr const char* shown_settings_name = "shown_settings";

/// What a site brings to a run: the owner's parameters, its files (plain names in its input folder,
/// "" where not given), how to read them, and what it shares.
struct SiteInputs {
  methods::Parameters parameters;
  std::string data;
  std::string label;
  std::string reference;
  std::string reference_label;
  std::string summary;
  data::DataFormat data_format =
      data::DataFormat::automatic;  ///< of `data`; the reference's is found out
  data::TableFormat format;
  bool format_known = true;  ///< nothing that says how to read `data` is wrong
  SiteSettings settings;
};

/// A site's inputs from the first step's `input`. A file is a name or a list with one name.
/// `site_settings` is the object that with_settings_read has read; it overrides the owner's
/// data_format, id_column, label_column, feature_columns and header. `subject_files`, one file or
/// several, is only checked: it makes COINSTAC deliver the files that the data name. A private
/// method needs a budget, shares no labels (nor places that its guarantee does not cover) and drops
/// no rows: their number is public; the owner's simulation_seed needs the site's own `simulation`.
/// A method that sends more than a summary without a guarantee needs the site's allow.
/// @throws InputError when that is not so, when an input is unknown, of the wrong type, names a
/// file outside the input
///   folder, or when site_data is missing
SiteInputs parse_site_inputs(const Json& input, const Folders& folders);

/// The same, but what is wrong with the site's settings is added to `faults`, all of it.
/// @throws InputError when the input itself is wrong, or the owner's parameters do not go together
SiteInputs parse_site_inputs(const Json& input, const Folders& folders, Faults& faults);

/// Returns the first step's input with the content of the file that `site_settings` names in its
/// place, and likewise the roster that the settings name as known_keys. The coordinator's files
/// arrive in the same folder later, so no later step may read them.
/// @param folder the site's input folder
/// @throws InputError when site_settings holds an object instead of a file's name, when a file is
///   missing, or as parse_site_inputs does
Json with_settings_read(Json input, const fs::path& folder);

/// The same, but a file that is missing, or no settings, is added to `faults`.
/// @throws InputError when site_settings holds something else than a file's name
Json with_settings_read(Json input, const fs::path& folder, Faults& faults);

/// Where a site's or the reference's data are: a file or a folder.
/// @param folder the site's input folder
/// @param input the input's name, for the error
/// @throws InputError when there is neither
fs::path data_path(const fs::path& folder, const std::string& name, const std::string& input);

}  // namespace dsne::run
