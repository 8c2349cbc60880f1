#include "data/formats/decisions.h"
#include "helpers.h"

using dsne::data::read_verdicts;
using dsne::data::Verdict;
using Verdicts = std::vector<Verdict>;

namespace {

std::string verdict_error(const std::vector<std::string>& words, const std::string& excluding) {
  return error_of([&] { read_verdicts(words, excluding, "the column"); });
}

}  // namespace

TEST_CASE("0 and 1 are read as stated, or by raters' custom beside -1") {
  CHECK(read_verdicts({"0", "1", ""}, "1", "it") ==
        Verdicts{Verdict::accepted, Verdict::excluded, Verdict::none});
  CHECK(read_verdicts({"0", "1.0"}, "0", "it") == Verdicts{Verdict::excluded, Verdict::accepted});
  CHECK(read_verdicts({"1", "0", "-1"}, "", "it") ==
        Verdicts{Verdict::accepted, Verdict::none, Verdict::excluded});
  CHECK(verdict_error({"0", "1"}, "").find("say which of them is exclude") != std::string::npos);
  CHECK(verdict_error({"0", "1", "-1"}, "1").find("doubtful and good") != std::string::npos);
}

TEST_CASE("words that are not verdicts are counted, never shown") {
  const std::string error = verdict_error({"keep", "Marburg", "exclude", "Marburg"}, "");
  CHECK(error.find("the column: 2 are no verdicts, the first is number 2") != std::string::npos);
  CHECK(error.find("Marburg") == std::string::npos);
  CHECK(error.find("exclude, excluded, fail, bad, reject, -1") != std::string::npos);
}
