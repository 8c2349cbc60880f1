#pragma once

#include <optional>
#include <string>

#include "coinstac/json.h"
#include "coinstac/step.h"
#include "data/table.h"

namespace dsne {

/// A site's own word on what it shares; see docs/parameters.md.
struct SiteSettings {
  /// Its subjects' places go on the joint map. Off by default with a private method.
  bool share_places = true;
  bool share_labels = false;  ///< their labels, too
  /// The largest ε it will spend, over all lines of its release log.
  std::optional<double> epsilon_budget;
};

/// What a site brings to a run: its files (plain names in its input folder, "" where not given),
/// how to read them, and what it shares.
struct SiteInputs {
  std::string data;
  std::string label;
  std::string reference;
  std::string reference_label;
  TableFormat format;
  SiteSettings settings;
};

/// A site's inputs from the first step's `input`. A file is a name or a list with one name.
/// `site_settings` is such a file, or the object itself; it overrides the owner's id_column,
/// label_column, feature_columns and header.
/// A private method needs a budget, shares no labels and drops no rows: their number is public.
/// @throws InputError when that is not so, when an input is unknown, of the wrong type, names a
/// file outside the input
///   folder, or when site_data is missing
SiteInputs parse_site_inputs(const Json& input, const Directories& directories);

/// Where an input file is.
/// @param input the input's name, for the error
/// @throws InputError when there is no such file
fs::path input_file(const Directories& directories, const std::string& file_name,
                    const std::string& input);

}  // namespace dsne
