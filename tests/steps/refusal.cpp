#include "refusal.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <regex>

#include "core/json_text.h"
#include "folders.h"
#include "text_search.h"
#include "tools/process.h"

using dsne::Json;

namespace {

/// The text without the names of the tests' measures, which have the secret word in them, too.
std::string without_measures(const std::string& text) {
  static const std::regex name(secret_word + "_[fgx][0-9]*");
  return std::regex_replace(text, name, "measure");
}

void check_refused(SmallFederation& federation, const std::string& in, const std::string& expected,
                   bool by_measures) {
  const dsne::tools::Node& node = federation.next();
  const auto output = snapshot(node.directories.output);
  const auto transfer = snapshot(node.directories.transfer);
  const dsne::tools::ProcessResult result = dsne::tools::run_process(node.command, in);
  CAPTURE(expected);
  CAPTURE(result.err);
  CHECK(result.exit_code == 1);
  CHECK(result.signal == 0);
  CHECK(result.out.empty());
  CHECK(contains(result.err, expected));
  REQUIRE_FALSE(result.err.empty());
  CHECK(result.err.back() == '\n');
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
  CHECK_FALSE(contains(by_measures ? without_measures(result.err) : result.err, secret_word));
  CHECK_FALSE(contains(result.err, secret_digits));
  CHECK_FALSE(contains(result.err, "internal error"));
  CHECK(snapshot(node.directories.transfer) == transfer);
  // The coordinator has taken the reference by then.
  if (!by_measures) CHECK(snapshot(node.directories.output) == output);
}

}  // namespace

void check_refused(SmallFederation& federation, const std::string& in,
                   const std::string& expected) {
  check_refused(federation, in, expected, false);
}

void check_refused_by_measures(SmallFederation& federation, const std::string& expected) {
  check_refused(federation, dsne::to_ascii(federation.next_stdin()), expected, true);
}

void check_refused(SmallFederation& federation, const Json& in, const std::string& expected) {
  check_refused(federation, dsne::to_ascii(in), expected);
}

void check_refused(SmallFederation& federation, const std::string& expected) {
  check_refused(federation, federation.next_stdin(), expected);
}

void check_refused_with(SmallFederation& federation, const std::string& pointer, const Json& value,
                        const std::string& expected) {
  Json in = federation.next_stdin();
  in[Json::json_pointer(pointer)] = value;
  CAPTURE(pointer);
  CAPTURE(value);
  check_refused(federation, in, expected);
}

void check_refused_without(SmallFederation& federation, const std::string& pointer,
                           const std::string& expected) {
  const Json::json_pointer place(pointer);
  Json in = federation.next_stdin();
  REQUIRE(in.contains(place));
  in[place.parent_pointer()].erase(place.back());
  CAPTURE(pointer);
  check_refused(federation, in, expected);
}

void check_faulty(SmallFederation& federation, const std::vector<std::string>& expected) {
  check_faulty(federation, federation.next_stdin(), expected);
}

void check_faulty(SmallFederation& federation, const Json& in,
                  const std::vector<std::string>& expected, bool all) {
  const dsne::tools::Node& node = federation.next();
  const auto transfer = snapshot(node.directories.transfer);
  const dsne::tools::ProcessResult result =
      dsne::tools::run_process(node.command, dsne::to_ascii(in));
  CAPTURE(expected);
  CAPTURE(result.err);
  REQUIRE(result.failure().empty());
  CHECK(result.err.empty());
  const Json output = Json::parse(result.out).at("output");
  CAPTURE(output);
  REQUIRE(output.contains("errors"));
  const std::vector<std::string> errors = output["errors"];
  if (all) CHECK(errors.size() == expected.size());
  for (const std::string& line : expected) {
    CHECK(std::any_of(errors.begin(), errors.end(),
                      [&](const std::string& error) { return contains(error, line); }));
  }
  for (const std::string& error : errors) {
    CHECK_FALSE(contains(error, secret_word));
    CHECK_FALSE(contains(error, secret_digits));
    CHECK_FALSE(contains(error, "\n"));
  }
  for (const char* told : {"keys", "table", "reference"}) CHECK_FALSE(output.contains(told));
  CHECK(snapshot(node.directories.transfer) == transfer);
  CHECK(content(node.directories.output / "private_subjects.bin").empty());
}

void check_site_refuses(const Site& site, const std::string& expected) {
  SmallFederation federation({site});
  const Json in = federation.next_stdin();
  const auto& node = federation.next();
  if (dsne::tools::run_process(node.command, dsne::to_ascii(in)).exit_code == 0) {
    check_faulty(federation, in, {expected}, false);
  } else {
    check_refused(federation, expected);
  }
}

void check_reference_refused(SmallFederation& federation, const std::string& node,
                             const std::string& expected) {
  federation.run_until(node, "reference", 2);
  check_refused(federation, expected);
}

void check_coordinator_refuses(const std::vector<Site>& sites, const std::string& expected) {
  SmallFederation federation(sites);
  federation.run_until("remote", "register");
  check_refused(federation, expected);
}
