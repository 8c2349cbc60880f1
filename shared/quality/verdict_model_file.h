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

/// The model as CSV for people and for parse_verdict_model: the header
/// "kind,name,value,least_deviation", a row of kind `about` for each number that is not of a
/// measure, and a row of kind `weight` for each measure, the largest weight first. Numbers read
/// back as the same doubles.
std::string verdict_model_csv(const NamedVerdictModel& model);

/// Reads the text of verdict_model_csv. The measures are in the order of the file.
/// @param input how errors name the file
/// @throws InputError when a row is not what it must be, a number is not finite, a measure or a
///   number of the model is there twice or not at all
NamedVerdictModel parse_verdict_model(const std::string& text, const std::string& input);

}  // namespace dsne::quality
