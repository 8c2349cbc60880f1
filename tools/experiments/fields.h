#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"

namespace dsne::experiments {

/// Members of an experiment's description. All throw InputError, naming the member, when it is
/// missing (unless optional) or of another type or range.

/// Refuses members that are not among the known ones, so that a misspelt one is noticed.
void check_members(const Json& object, std::initializer_list<std::string_view> known);

const Json& list_member(const Json& object, const std::string& name);
std::string text_member(const Json& object, const std::string& name);
double number_member(const Json& object, const std::string& name, double least, double most);

/// "" when it is not there.
std::string optional_text(const Json& object, const std::string& name);
/// A text, or a list of texts; empty when it is not there.
std::vector<std::string> optional_names(const Json& object, const std::string& name);
std::optional<double> optional_number(const Json& object, const std::string& name, double least,
                                      double most);
/// Numbers; empty when they are not there.
std::vector<double> optional_numbers(const Json& object, const std::string& name);

}  // namespace dsne::experiments
