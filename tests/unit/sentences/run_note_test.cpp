#include "sentences/run_note.h"

#include <doctest/doctest.h>

#include <algorithm>

using dsne::methods::Parameters;
using dsne::sentences::reading_sentences;
using dsne::sentences::settings_of;

TEST_CASE("changed settings are separate from defaults") {
  const std::size_t all = settings_of(Parameters(), {}).defaults.size();
  CHECK(all > 10);
  CHECK(settings_of(Parameters(), {}).changed.empty());
  Parameters parameters;
  parameters.perplexity = 7;
  parameters.method = "dsne";
  const auto settings = settings_of(parameters, {});
  using Entries = dsne::sentences::Settings::Entries;
  CHECK(settings.changed == Entries{{"method", "dsne"}, {"perplexity", "7"}});
  CHECK(settings.defaults.size() == all - 2);
}

TEST_CASE("the method is named, and its iterations") {
  Parameters parameters;
  parameters.method = "dsne";
  parameters.max_iterations = 20;
  CHECK(dsne::sentences::method_sentence(parameters, false) ==
        "Method dsne: max_iterations counted 20 iterations of the map, 1 in each round.");
  parameters.method = "fedne";
  CHECK(dsne::sentences::method_sentence(parameters, false) ==
        "Method fedne: max_iterations counted 20 rounds of the network's training.");
  parameters.method = "sphere";
  CHECK(dsne::sentences::method_sentence(parameters, false) ==
        "Method sphere: it does not use max_iterations.");
  parameters.method = "single-shot";
  CHECK(dsne::sentences::method_sentence(parameters, true) ==
        "Method single-shot on the sites' summaries: it does not use max_iterations.");
  CHECK(dsne::sentences::method_sentence(parameters, false) ==
        "Method single-shot on a reference: it does not use max_iterations.");
  parameters.placement = dsne::methods::Placement::paper;
  CHECK(dsne::sentences::method_sentence(parameters, false) ==
        "Method single-shot: max_iterations counted 20 iterations of the map.");
}

TEST_CASE("a site is told what its table was read as, and what was left out, by reason") {
  dsne::data::Table table;
  table.values = dsne::Matrix::Zero(36, 68);
  CHECK(reading_sentences(table) ==
        std::vector<std::string>{"Your table was read as 36 subjects, 68 measures."});
  table.reading.notes = {"A decimal comma was read."};
  table.reading.left_out = {{"site", "no measure"}, {"age", "empty"}, {"rater", "no measure"}};
  CHECK(reading_sentences(table) ==
        std::vector<std::string>{
            "Your table was read as 36 subjects, 68 measures.", "A decimal comma was read.",
            "Left out: site and rater (no measure).", "Left out: age (empty)."});
}
