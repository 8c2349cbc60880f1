#pragma once

#include <string>

namespace dsne::report {

/// Whether label `a` comes before label `b` in a list made for people: numbers by value, then text
/// by alphabet, where a number inside the text counts by its value ("grade 2" before "grade 10").
bool natural_less(const std::string& a, const std::string& b);

}  // namespace dsne::report
