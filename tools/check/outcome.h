#pragma once

#include <string>
#include <vector>

#include "tools/check/site_file.h"

namespace dsne::tools::checking {

/// The results of a check.
struct Outcome {
  std::vector<SiteFile> files;
  std::optional<CheckedReference> reference;
  Problems given;    ///< in the settings and the reference
  Problems between;  ///< between files

  std::size_t count(Gravity gravity) const;
  int exit_code() const;        ///< 0; 2 with problems to look at; 1 with problems to correct
  std::string verdict() const;  ///< one line
};

/// Returns the results as text for a terminal.
/// @param all lists every measure, not only the first ones
std::string text_of(const Outcome& outcome, bool all);

/// Returns the results as JSON, as docs/inputs.md describes it.
Json json_of(const Outcome& outcome);

}  // namespace dsne::tools::checking
