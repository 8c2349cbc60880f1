#include "methods/parameters.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "core/json.h"
#include "text_search.h"
#include "tools/commands.h"

using dsne::Json;

TEST_CASE("the compspec gets every parameter, and what the form says of it stays") {
  const std::string before =
      R"({"computation": {"input": {"momentum": {"label": "Push", "max": 7, "step": 0.1},
                                    "header": {"type": "select"},
                                    "site_data": {"type": "files"}}}})";
  const std::string page =
      "| `header` | ? | ? | ? | Where it was [misread](x.md), as `yes`. At once |\n"
      "| `unknown` | ? | ? | ? | Rarely |\n| `momentum` | ? | ? | ? | ? | a site's |\n";
  const std::string written = dsne::tools::with_inputs(before, page);
  CHECK(dsne::tools::with_inputs(written, page) == written);
  const Json inputs = Json::parse(written)["computation"]["input"];
  for (const dsne::methods::ParameterRule& rule : dsne::methods::parameter_rules()) {
    CAPTURE(rule.name);
    CHECK(inputs.at(rule.name).at("default") == rule.standard);
  }
  const Json& momentum = inputs["momentum"];
  CHECK(momentum["label"] == "Push");
  CHECK(momentum["step"] == 0.1);
  CHECK(momentum["tooltip"] == "When to change it: Rarely.");
  CHECK(inputs["header"]["tooltip"] == "When to change it: Where it was misread, as yes.");
  CHECK_FALSE(inputs.contains("unknown"));
  CHECK(momentum["type"] == "number");
  CHECK(momentum["max"] == 0.99);
  CHECK(momentum["description"].get<std::string>().ends_with("first iterations. From 0 to 0.99."));
  CHECK(inputs["missing"]["values"] == Json({"auto", "error", "drop", "impute"}));
  CHECK(inputs["seed"]["step"] == 1);
  CHECK(inputs["site_data"] == Json({{"type", "files"}}));
  for (const char* broken : {"", "{}", "{\"computation\": []}"}) {
    CHECK_THROWS_AS(dsne::tools::with_inputs(broken, ""), dsne::InputError);
  }
}

TEST_CASE("a page gets what its rows lack, and is left alone elsewhere") {
  const std::string before = "Text | with bars |\n| `header` | a | b | c | d | e |\n";
  const std::string after = " |\n| `momentum` | too | few |\n";
  const std::string written =
      dsne::tools::with_parameters(before + "| `momentum` | ? | ? | ? | ? | ?" + after);
  CHECK(written.starts_with(before + "| `momentum` | Share of the last move that goes into the "
                                     "next, in the first iterations | 0 to 0.99 | 0.5 | "));
  CHECK(contains(written, " | Rarely |"));
  CHECK(written.ends_with(after));
  CHECK(dsne::tools::with_parameters(written) == written);
}

TEST_CASE("a method's table has its fields and no others, a table of no method stays") {
  const std::string head = "| field | what | what it shows |\n|---|---|---|\n";
  const std::string other = "| `table` | measures | names |\n";
  const std::string written =
      dsne::tools::with_fields("**`fed-tsne`** and **`fed-umap`**: text.\n\n" + head +
                               "| `old` | ? | ? |\n\n## Collect\n\n" + head + other);
  CHECK(contains(written, head + "| `distances` | N_l × N_s, each"));
  CHECK(contains(written, "\n| `places_key` | 64 "));
  CHECK_FALSE(contains(written, "`old`"));
  CHECK(written.ends_with("\n\n## Collect\n\n" + head + other));
  CHECK(dsne::tools::with_fields(written) == written);
}
