#include "refusal.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <map>
#include <regex>
#include <set>

#include "core/json.h"
#include "folders.h"
#include "text_search.h"
#include "tools/folders.h"

using dsne::Json;

namespace {

/// The text without the names of the tests' measures, which have the secret word in them, too.
std::string without_measures(const std::string& text) {
  static const std::regex name(secret_word + "_[fgx][0-9]*");
  return std::regex_replace(text, name, "measure");
}

void check_nothing_told(const std::string& text) {
  CHECK_FALSE(contains(text, secret_word));
  CHECK_FALSE(contains(text, secret_digits));
}

/// Makes the next call with another stdin, and checks that it fails as every failure must. A call
/// that is answered leaves the node's folders as they were.
/// @return whether it is answered
bool answers(SmallFederation& federation, const std::string& in, const std::string& expected,
             bool by_measures = false) {
  const dsne::tools::Node& node = federation.next();
  const auto output = snapshot(node.directories.output);
  const auto transfer = snapshot(node.directories.transfer);
  const dsne::tools::ProcessResult result = dsne::tools::run_process(node.command, in);
  if (result.exit_code == 0) {
    for (const auto& [name, text] : output) {
      if (name.back() != '/') write(node.directories.output / name, text);
    }
    dsne::tools::empty_folder(node.directories.transfer);
    return true;
  }
  CAPTURE(expected);
  CAPTURE(result.err);
  CHECK(result.exit_code == 1);
  CHECK(result.signal == 0);
  CHECK(result.out.empty());
  CHECK(contains(result.err, expected));
  REQUIRE_FALSE(result.err.empty());
  CHECK(result.err.back() == '\n');
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
  CHECK_FALSE(contains(result.err, "internal error"));
  check_nothing_told(by_measures ? without_measures(result.err) : result.err);
  CHECK(snapshot(node.directories.transfer) == transfer);
  // The coordinator has taken the reference by then.
  if (!by_measures) CHECK(snapshot(node.directories.output) == output);
  return false;
}

/// Checks the faults in what a site's first step has answered.
void check_faults(const std::string& out, const std::vector<std::string>& expected) {
  const Json output = Json::parse(out).at("output");
  CAPTURE(output);
  REQUIRE(output.contains("errors"));
  const std::vector<std::string> errors = output["errors"];
  for (const std::string& line : expected) {
    CAPTURE(line);
    CHECK(std::ranges::any_of(errors, [&](const auto& error) { return contains(error, line); }));
  }
  for (const std::string& error : errors) {
    check_nothing_told(error);
    CHECK_FALSE(contains(error, "\n"));
  }
  for (const char* told : {"keys", "table", "reference"}) CHECK_FALSE(output.contains(told));
}

}  // namespace

std::string unread_fields(SmallFederation& federation, const std::string& pointer,
                          const std::string& expected) {
  const Json in = federation.next_stdin();
  const Json::json_pointer message(pointer);
  std::set<std::string> unread;
  std::map<std::string, int> tried;
  for_wrong_fields(in.at(message), [&](const Json::json_pointer& field, const Json& value) {
    // All that a packed matrix can be is tried in one process, by unit/methods/messages_test.cpp.
    const Json& good = in.at(message / field);
    const bool is_packed = good.is_object() && good.contains("rows");
    if (is_packed && !value.is_discarded() && tried[field.to_string()]++ % 8 > 0) return;
    CAPTURE(field.to_string());
    CAPTURE(value.dump().substr(0, 300));
    const Json other = with_value(in, message / field, value);
    if (answers(federation, dsne::to_ascii(other), expected)) unread.insert(field.back());
  });
  return boost::algorithm::join(unread, " ");
}

void check_refused(SmallFederation& federation, const std::string& in,
                   const std::string& expected) {
  CHECK_FALSE(answers(federation, in, expected));
}

void check_refused(SmallFederation& federation, const Json& in, const std::string& expected) {
  check_refused(federation, dsne::to_ascii(in), expected);
}

void check_refused(SmallFederation& federation, const std::string& expected) {
  check_refused(federation, federation.next_stdin(), expected);
}

void check_refused(SmallFederation& federation, const std::vector<Change>& changes) {
  const Json in = federation.next_stdin();
  for (const Change& change : changes) {
    CAPTURE(change.pointer);
    CAPTURE(change.value.dump());
    check_refused(federation, with_value(in, Json::json_pointer(change.pointer), change.value),
                  change.expected);
  }
}

void check_refused_by_measures(SmallFederation& federation, const std::string& expected) {
  CHECK_FALSE(answers(federation, dsne::to_ascii(federation.next_stdin()), expected, true));
}

void check_faulty(SmallFederation& federation, const std::vector<std::string>& expected) {
  const auto folders = federation.next().directories;
  const auto transfer = snapshot(folders.transfer);
  const auto result = federation.ask(federation.next_stdin());
  CAPTURE(result.err);
  REQUIRE(result.failure().empty());
  CHECK(result.err.empty());
  check_faults(result.out, expected);
  CHECK(Json::parse(result.out).at("output").at("errors").size() == expected.size());
  CHECK(snapshot(folders.transfer) == transfer);
  CHECK(content(folders.output / "private_subjects.bin").empty());
}

void check_site_refuses(const Site& site, const std::string& expected) {
  SmallFederation federation({site});
  const auto result = federation.ask(federation.next_stdin());
  if (result.exit_code == 0) {
    check_faults(result.out, {expected});
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
