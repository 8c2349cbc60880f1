#pragma once

#include <string>
#include <utility>
#include <vector>

#include "run/treatment.h"

namespace dsne::sentences {

/// What a map means and what it does not, in a sentence for the reports.
std::string reading_sentence();

/// Which parameters were set for nothing, in a sentence for the reports; "" when none was.
std::string unread_sentence(const methods::Parameters& parameters);

/// Tells which method ran and what its max_iterations counted.
/// @param on_summaries whether the map is of the sites' summaries, which takes no iterations
std::string method_sentence(const methods::Parameters& parameters, bool on_summaries);

/// A run's settings for people, name and value.
struct Settings {
  using Entries = std::vector<std::pair<std::string, std::string>>;
  Entries changed;   ///< those that are not as they are by themselves
  Entries defaults;  ///< all others
};

/// @param chosen what the parameters that are left open came to
Settings settings_of(const methods::Parameters& parameters, const run::Treatment& chosen);

}  // namespace dsne::sentences
