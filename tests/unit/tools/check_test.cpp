// Each folder of tests/data/checks holds files that people check, with what they are told in
// expected.json:
//   about          what is wrong with them
//   arguments      of dsne check; without them table.tsv
//   exit_code
//   problems       all of them, in their order, by their fields in the JSON that --json prints; of
//   text,
//                  to_do and setting some words
//   told, not_told words of the text; ends: how it ends
//   fields         of the JSON, by their pointers

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <random>

#include "core/json.h"
#include "summary/public_map.h"
#include "text_search.h"
#include "tools/commands.h"
#include "unit/data/helpers.h"
#include "unit/tools/command_desk.h"

namespace fs = boost::filesystem;
using dsne::Json;
using Names = std::vector<std::string>;

namespace {

Printed check(const Names& arguments) {
  return printed_by(dsne::tools::check_command(), arguments);
}

Json outcome_of(Names arguments) {
  arguments.emplace_back("--json");
  const Printed printed = check(arguments);
  Json outcome = Json::parse(printed.out);
  CHECK(outcome["exit_code"] == printed.code);
  return outcome;
}

/// The problems of all files, and those between them.
Json all_problems(const Json& outcome) {
  Json all = Json::array();
  for (const Json& file : outcome["files"]) {
    for (const Json& problem : file["problems"]) all.push_back(problem);
  }
  for (const Json& problem : outcome["problems"]) all.push_back(problem);
  return all;
}

void check_problem(const Json& problem, const Json& expected) {
  CAPTURE(problem.dump());
  for (const auto& [field, value] : expected.items()) {
    const std::string& name = field;
    CAPTURE(name);
    const bool words = name == "text" || name == "to_do" || name == "setting";
    if (words) CHECK(contains(problem[name].get<std::string>(), value.get<std::string>()));
    if (!words) CHECK(problem[name] == value);
  }
}

void check_told(const std::string& text, const Json& expected) {
  CAPTURE(text);
  for (const Json& words : expected.value("told", Json::array())) CHECK(contains(text, words));
  for (const Json& words : expected.value("not_told", Json::array())) {
    CHECK_FALSE(contains(text, words));
  }
  CHECK(text.ends_with(expected.value("ends", "")));
}

std::ptrdiff_t files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

void check_folder(const fs::path& folder, const Json& expected) {
  Names arguments;
  for (const std::string& argument : expected.value("arguments", Names{"table.tsv"})) {
    const bool is_option = argument.starts_with("--");
    arguments.push_back(is_option ? argument : (folder / argument).string());
  }
  const std::ptrdiff_t files = files_in(folder);
  const Printed printed = check(arguments);
  CHECK(printed.code == expected["exit_code"]);
  check_told(printed.out, expected);
  const Json outcome = outcome_of(arguments);
  CHECK(outcome["exit_code"] == expected["exit_code"]);
  const Json problems = all_problems(outcome);
  CAPTURE(problems.dump());
  REQUIRE(problems.size() == expected["problems"].size());
  for (std::size_t i = 0; i < problems.size(); ++i) {
    check_problem(problems[i], expected["problems"][i]);
  }
  const Json fields = expected.value("fields", Json::object());
  for (const auto& [pointer, value] : fields.items()) {
    CHECK(outcome.at(Json::json_pointer(pointer)) == value);
  }
  CHECK(files_in(folder) == files);  // it writes none
}

}  // namespace

TEST_CASE("people are told what dsne check finds in their files") {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(test_data("checks"))) {
    folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  REQUIRE(folders.size() > 10);
  for (const fs::path& folder : folders) {
    CAPTURE(folder.filename().string());
    check_folder(folder, Json::parse(dsne::read_file(folder / "expected.json", "expected.json")));
  }
}

TEST_CASE("dsne check compares networks as a run does, in any order of their regions") {
  const InputFolder folder;
  const auto list = [&](const std::string& name, const std::string& regions) {
    std::string files = "file\n";
    for (int subject = 0; subject < 25; ++subject) {
      const std::string file = name + std::to_string(subject) + ".csv";
      std::string matrix = "node";
      for (const char region : regions) matrix += std::string(",") + region;
      for (const char one : regions) {
        matrix += std::string("\n") + one;
        for (const char other : regions) {
          const int both = one - 'a' + other - 'a';
          const int product = (one - 'a') * (other - 'a') + 1;
          matrix += one == other ? ",1" : ",0." + std::to_string(11 * both + 3 * subject * product);
        }
      }
      folder.write(file, matrix + "\n");
      files += file + "\n";
    }
    return folder.write(name + ".csv", files).string();
  };
  const std::string one = list("one", "abcd");
  CHECK(outcome_of({one, list("turned", "dbac")})["problems"].empty());
  const Json problems = outcome_of({one, list("less", "abc")})["problems"];
  CHECK(std::ranges::any_of(problems, [](const Json& problem) {
    return problem["kind"] == "measures_differ" && problem["measures"].size() == 3;
  }));
}

TEST_CASE("what a run with reference=public compares and needs") {
  const InputFolder folder;
  const auto names = dsne::summary::public_map().sources.sites.front().summary.measures;
  const auto table = [&](std::size_t measures, const std::string& kind) {
    std::string text = "bids_name";
    for (std::size_t f = 0; f < measures; ++f) text += '\t' + names[f];
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> uniform(1, 2);
    for (int i = 101; i <= 130; ++i) {
      text += "\nsub-" + std::to_string(i) + kind;
      for (std::size_t f = 0; f < measures; ++f) text += '\t' + Json(uniform(generator)).dump();
    }
    return folder.write("scans.tsv", text + '\n').string();
  };
  const std::string all = std::to_string(names.size());
  const std::string budget = folder.write("settings.json", R"({"epsilon_budget": 1})").string();

  const Printed whole = check({table(names.size(), "_T1w"), "--public"});
  CHECK(whole.code != 1);
  CHECK(contains(whole.out, all + " of their " + all + " measures. "));
  CHECK(contains(whole.out, "epsilon_budget in the settings"));
  CHECK(outcome_of({table(names.size() - 1, ""), "--public", "--settings",
                    budget})["files"][0]["public_scans"] ==
        "the file has " + std::to_string(names.size() - 1) + " of their " + all +
            " measures, not " + names.back() +
            ". Method single-shot needs no summary and no setting. "
            "Method dp-density needs all of the measures, and "
            "epsilon_budget, which the settings have.");
  const Printed half = check({table(names.size() / 2 - 1, ""), "--public"});
  CHECK(half.code == 1);
  CHECK(contains(half.out, "needs half of them"));
  const Printed other = check({table(names.size(), "_T2w"), "--public"});
  CHECK(other.code == 1);
  CHECK(contains(other.out, "The public scans are T1-weighted, and these are T2w"));
  CHECK(check({table(names.size(), ""), "--public", "--reference", budget}).code == 3);
}

TEST_CASE("an invalid command line of dsne check") {
  CHECK(check({}).code == 3);
  CHECK(contains(check({}).err, "FILE is missing"));
  CHECK(check({"a.tsv", "--refrence", "b.tsv"}).code == 3);
}
