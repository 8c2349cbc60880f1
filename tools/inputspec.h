#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/json.h"

namespace dsne::tools {

/// The inputs that a compspec declares.
/// @throws InputError when the text is no JSON with `computation.input`
Json read_compspec(const std::string& text);

/// Each site's own inputs from an inputspec: one object for all sites, or an array with one for
/// each. In an object, every input is `{"value": …}`; what else stands beside the value is not
/// delivered.
/// @param sites how many sites there are; by default as many as the array has, or one
/// @throws InputError when the text is something else, or the array has too few
std::vector<Json> read_inputspec(const std::string& text, std::optional<std::size_t> sites);

/// Returns a site's inputs as a site takes them: `site_settings` that hold an object are written
/// into the file site_settings.inputspec.json in the site's input folder, and name it. A site takes
/// its settings from a file alone.
/// @throws StorageError when the file cannot be written
Json with_settings_in_file(Json site_inputs, const fs::path& folder);

/// The names of inputs that a site is given and the compspec does not declare.
std::vector<std::string> unknown_inputs(const Json& site_inputs, const Json& declared);

}  // namespace dsne::tools
