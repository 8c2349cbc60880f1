#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dsne::tools::checking {

/// Whether a run would continue with a problem (look) or end (mend).
enum class Gravity { look, mend };

/// A problem of the data, for the person who has them.
struct Problem {
  Gravity gravity = Gravity::look;
  std::string kind;    ///< a word that programs can rely on; docs/inputs.md lists them
  std::string text;    ///< what was found and where, in sentences
  std::string remedy;  ///< what to do; may be empty
  std::vector<std::size_t> rows = {};      ///< in the file, from 1
  std::size_t column = 0;                  ///< from 1; 0 for none or several
  std::vector<std::string> measures = {};  ///< concerned
};

using Problems = std::vector<Problem>;

/// Turns a reader's error into a problem, with the row and column from its text.
/// @param input the file's name in the error ("site_data")
/// @param name replaces that name
Problem problem_of(const std::string& error, const std::string& input, const std::string& name);

}  // namespace dsne::tools::checking
