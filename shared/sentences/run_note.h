#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/table.h"
#include "run/preprocessing.h"
#include "run/reference/run_reference.h"

namespace dsne::sentences {

/// Returns a sentence about how to read a map.
std::string reading_sentence();

/// Returns a sentence that names the parameters set without effect; "" if there are none.
std::string unread_sentence(const methods::Parameters& parameters);

/// Returns which method ran, and what its max_iterations counted.
/// @param on_summaries whether the map is of the sites' summaries, which needs no iterations
std::string method_sentence(const methods::Parameters& parameters, bool on_summaries);

/// A run's settings for people, name and value.
struct Settings {
  using Entries = std::vector<std::pair<std::string, std::string>>;
  Entries changed;   ///< those not at their defaults
  Entries defaults;  ///< all others
};

/// Returns a run's settings. @param chosen the values chosen for parameters left to `auto`
Settings settings_of(const methods::Parameters& parameters, const run::Treatment& chosen);

/// Returns, for a site's own report, as what its table was read, how, and which columns were left
/// out for which reason.
std::vector<std::string> reading_sentences(const data::Table& table);

/// Returns a sentence about how a run's reference was made, if nobody gave one, and what this
/// discloses.
/// @return nothing for a given reference or a map of summaries (map_sentences)
std::optional<std::string> reference_sentence(const run::RunReference& reference,
                                              const methods::Parameters& parameters);

}  // namespace dsne::sentences
