#pragma once

#include <string>

namespace dsne::report {

/// Returns whether label `a` comes before label `b` in a list for people: first numbers by value,
/// then text by alphabet. A number inside a text counts by its value ("grade 2" before "grade 10").
bool natural_less(const std::string& a, const std::string& b);

}  // namespace dsne::report
