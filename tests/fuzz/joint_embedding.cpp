// The joint map, as the coordinator tells it to the sites.

#include "report/joint_embedding.h"

#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  const dsne::Json json = dsne::Json::parse(bytes, nullptr, false);
  for (const int dimensions : {2, 3}) {
    attempt([&] {
      const auto parts = dsne::report::parse_embedding(json, dimensions, "the remote's message");
      const auto again =
          dsne::report::parse_embedding(to_json(parts), dimensions, "the remote's message");
      require(to_json(again) == to_json(parts));
      require(dsne::report::joined(parts).coordinates.allFinite());
    });
  }
}
