#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "tools/simulate/orchestrator.h"

namespace dsne::tools {

/// Returns the inputs that a compspec declares.
/// @throws InputError when the text is not JSON with `computation.input`
Json read_compspec(const std::string& text);

/// Reads each site's own inputs from an inputspec: one object for all sites, or an array with one
/// for each. In an object, every input is `{"value": …}`; other members are not delivered.
/// @param sites the number of sites; by default the array's length, or one
/// @throws InputError when the text is malformed, or the array is too short
std::vector<Json> read_inputspec(const std::string& text, std::optional<std::size_t> sites);

/// Returns a site's inputs in the form that a site accepts. An object in `site_settings` is written
/// to the file site_settings.inputspec.json in the site's input folder and replaced by its name,
/// because a site reads its settings only from a file.
/// @throws StorageError when the file cannot be written
Json with_settings_in_file(Json site_inputs, const fs::path& folder);

/// Returns the names of a site's inputs that the compspec does not declare.
std::vector<std::string> unknown_inputs(const Json& site_inputs, const Json& declared);

/// Makes the missing summaries of a simulated run's sites, if the run uses summaries, and adds them
/// as input `summary`. They are kept like a real site's, in output/<site>, and used again by later
/// runs.
///
/// A simulation's data may have measures that no tool names. If a table has no known measure and
/// the site's settings list none, all of its columns are used. A site with too few persons gets no
/// summary.
/// @throws InputError when a site's data cannot be read, or its kept summary is of other persons
void add_summaries(SimulatedFederation& federation, std::ostream& err);

}  // namespace dsne::tools
