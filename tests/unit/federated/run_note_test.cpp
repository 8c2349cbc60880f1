#include "federated/notes/run_note.h"

#include <doctest/doctest.h>

#include <algorithm>

using dsne::federated::Parameters;
using dsne::federated::settings_of;

TEST_CASE("settings that were changed are told apart from those that were not") {
  const std::size_t all = settings_of(Parameters(), {}).defaults.size();
  CHECK(all > 10);
  CHECK(settings_of(Parameters(), {}).changed.empty());
  Parameters parameters;
  parameters.perplexity = 7;
  parameters.method = "dsne";
  const auto settings = settings_of(parameters, {});
  using Entries = dsne::federated::Settings::Entries;
  CHECK(settings.changed == Entries{{"method", "dsne"}, {"perplexity", "7"}});
  CHECK(settings.defaults.size() == all - 2);
}
