#include "tools/parameters.h"

#include <doctest/doctest.h>

#include <sstream>

#include "core/files.h"
#include "temporary_folder.h"
#include "text_search.h"

using dsne::tools::Arguments;

namespace {

int list_parameters(const Arguments& arguments, std::ostream& out) {
  return dsne::tools::run(dsne::tools::parameters_command(), arguments, {out, out});
}

std::string printed(const Arguments& arguments) {
  std::ostringstream out;
  CHECK(list_parameters(arguments, out) == 0);
  return out.str();
}

}  // namespace

TEST_CASE("parameters are told with range, default, meaning and methods") {
  const std::string all = printed({});
  CHECK(contains(all, "perplexity: 0 to 10000; default 0\n    About how many neighbours"));
  CHECK(contains(all, "missing: auto, error, drop, impute; default auto\n"));
  CHECK(contains(all, "dp_s0: 1e-12 to 1000000; default 1e-04\n"));
  CHECK(contains(all, "kernel_width"));
}

TEST_CASE("those of one method are told alone") {
  const std::string of_single_shot = printed({"--method", "single-shot"});
  CHECK(contains(of_single_shot, "perplexity: "));
  CHECK(contains(of_single_shot, "normalization: "));
  CHECK_FALSE(contains(of_single_shot, "kernel_width"));
  CHECK_FALSE(contains(of_single_shot, "dp_epsilon"));
  std::ostringstream out;
  CHECK_THROWS_WITH(list_parameters({"--method", "none"}, out),
                    "there is no method of the name given in method");
}

TEST_CASE("a page gets what its rows lack, and is left alone elsewhere") {
  const std::string before = "Text | with bars |\n| `header` | a | b | c | d | e |\n";
  const std::string after = " | rarely |\n| `momentum` | too | few |\n";
  TemporaryFolder folder;
  const auto file = folder.path() / "page.md";
  dsne::write_atomically(file, before + "| `momentum` | share | ? | ? | ?" + after, "a page");
  CHECK(printed({"--page", file.string()}).empty());
  const std::string written = dsne::read_file(file, "a page");
  CHECK(written.starts_with(before + "| `momentum` | share | 0 to 0.99 | 0.5 | "));
  CHECK(written.ends_with(after));
  CHECK(dsne::tools::with_parameters(written) == written);
}
