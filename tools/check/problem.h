#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dsne::tools::checking {

/// Whether a run would end for a problem, or go on.
enum class Gravity { look, mend };

/// Something that the person who has the data should know.
struct Problem {
  Gravity gravity = Gravity::look;
  std::string kind;    ///< a word that programs can rely on; docs/inputs.md lists them
  std::string text;    ///< what was found and where, in sentences
  std::string remedy;  ///< what to do; may be empty
  std::vector<std::size_t> rows = {};      ///< as in the file, from 1; the first hundred
  std::size_t column = 0;                  ///< from 1; 0 where it is about none or several
  std::vector<std::string> measures = {};  ///< that it is about
};

using Problems = std::vector<Problem>;

/// What a reader's error says, as a problem; row and column are taken from its words.
/// @param input what the error calls the file ("site_data")
/// @param name  what to call it instead
Problem problem_of(const std::string& error, const std::string& input, const std::string& name);

}  // namespace dsne::tools::checking
