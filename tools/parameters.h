#pragma once

#include <string>

namespace dsne::tools {

/// Returns compspec.json with what the program declares: of each parameter the type, description,
/// default, range and choices, and as tooltip when to change it. Labels, order and conditions stay
/// as they are.
/// @param page docs/parameters.md, whose rows say in their last cells when to change a site's
/// inputs
/// @throws InputError when the text has no inputs
std::string with_inputs(const std::string& compspec, const std::string& page);

/// Returns a page with a run's parameters in its tables: what each is, range, default, the methods
/// that it counts for, and when to change it, in the rows of six cells that begin with their names.
std::string with_parameters(const std::string& page);

/// Returns a page with the fields that methods send in their rounds. Below a paragraph that begins
/// with a method's name, the rows of the table of fields are that method's.
std::string with_fields(const std::string& page);

}  // namespace dsne::tools
