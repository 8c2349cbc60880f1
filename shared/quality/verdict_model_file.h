#pragma once

#include <string>
#include <vector>

#include "quality/verdict_model.h"

namespace dsne::quality {

/// A model with the names of its measures.
struct NamedVerdictModel {
  std::vector<std::string> measures;  ///< one per weight, distinct
  VerdictModel model;
};

/// Writes the model as CSV for people and for parse_verdict_model: the header
/// "kind,name,value,least_deviation", a row of kind `about` for each number of the model, and a row
/// of kind `weight` for each measure, the largest weight first. Numbers read back as the same
/// doubles.
std::string verdict_model_csv(const NamedVerdictModel& model);

/// Reads the text of verdict_model_csv. Keeps the order of the measures.
/// @param input names the file in errors
/// @throws InputError when a row is malformed, a number is not finite, or a measure or number of
///   the model is missing or repeated
NamedVerdictModel parse_verdict_model(const std::string& text, const std::string& input);

}  // namespace dsne::quality
