// Compares a step's reading of stdin with the library's.

#include "core/json.h"
#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  if (dsne::nests_too_deeply(bytes)) return;
  const dsne::Json expected = dsne::Json::parse(bytes, nullptr, false);
  const auto parsed = dsne::parse_json(bytes);
  require(parsed.has_value() == !expected.is_discarded());
  if (!parsed) return;
  require(*parsed == expected);
  require(dsne::to_ascii(expected) == expected.dump(-1, ' ', true));
}
