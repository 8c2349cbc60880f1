#include "report/joint_embedding.h"

#include <doctest/doctest.h>

using dsne::Matrix;
using dsne::report::EmbeddingPart;

TEST_CASE("sites come in natural order, after the reference") {
  std::vector<EmbeddingPart> parts{{"reference", 1, Matrix{{1, 2}}, {}}};
  for (const char* site : {"local10", "local2", "Aachen", "local1"}) {
    parts.push_back({site, 1, Matrix{{3, 4}}, {}});
  }
  const auto read = dsne::report::parse_embedding(dsne::report::to_json(parts), 2, "a map");
  std::vector<std::string> names;
  for (const EmbeddingPart& part : read) names.push_back(part.site);
  CHECK(names == std::vector<std::string>{"reference", "Aachen", "local1", "local2", "local10"});
  CHECK(dsne::report::joined(read).site_names == names);
}
