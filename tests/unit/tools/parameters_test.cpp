#include "tools/parameters.h"

#include <doctest/doctest.h>

#include <sstream>

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

TEST_CASE("parameters are listed with range, default, meaning and methods") {
  const std::string all = printed({});
  CHECK(contains(all, "perplexity: 0 to 10000; default 0\n    About how many neighbours"));
  CHECK(contains(all, "missing: auto, error, drop, impute; default auto\n"));
  CHECK(contains(all, "dp_s0: 1e-12 to 1000000; default 1e-04\n"));
  CHECK(contains(all, "kernel_width"));
}

TEST_CASE("those of one method are listed alone") {
  const std::string of_single_shot = printed({"--method", "single-shot"});
  CHECK(contains(of_single_shot, "perplexity: "));
  CHECK(contains(of_single_shot, "normalization: "));
  CHECK_FALSE(contains(of_single_shot, "kernel_width"));
  CHECK_FALSE(contains(of_single_shot, "dp_epsilon"));
  std::ostringstream out;
  CHECK_THROWS_WITH(list_parameters({"--method", "none"}, out),
                    "there is no method of the name given in method");
}
