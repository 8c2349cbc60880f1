#include "refusal.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <regex>
#include <set>

#include "core/json.h"
#include "folders.h"
#include "packed.h"
#include "text_search.h"
#include "tools/folders.h"
#include "tools/process.h"

using dsne::Json;

namespace {

/// The text without the names of the tests' measures, which have the secret word in them, too.
std::string without_measures(const std::string& text) {
  static const std::regex name(secret_word + "_[fgx][0-9]*");
  return std::regex_replace(text, name, "measure");
}

/// Makes the next call with another stdin, and checks that it fails as every failure must. A call
/// that is answered leaves the node's folders as they were.
/// @return whether it is answered
bool answers(SmallFederation& federation, const std::string& in, const std::string& expected,
             bool by_measures) {
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
  CHECK_FALSE(contains(by_measures ? without_measures(result.err) : result.err, secret_word));
  CHECK_FALSE(contains(result.err, secret_digits));
  CHECK_FALSE(contains(result.err, "internal error"));
  CHECK(snapshot(node.directories.transfer) == transfer);
  // The coordinator has taken the reference by then.
  if (!by_measures) CHECK(snapshot(node.directories.output) == output);
  return false;
}

/// Values in place of one of a message.
std::vector<Json> wrong_values(const Json& value) {
  if (dsne::is_packed(value)) return damaged(value);
  if (value.is_object() && value.contains("uint64")) return damaged_terms(value);
  std::vector<Json> others;
  for (const Json& other : {Json(), Json(true), Json("canary"), Json(31337), Json::array({31337}),
                            Json::array({"canary"}), Json{{"canary", 1}}}) {
    const bool both_numbers = other.is_number() && value.is_number();
    const bool both_lists = other.is_array() && value.is_array();
    if (other.type() != value.type() && !both_numbers && !both_lists) others.push_back(other);
  }
  if (value.is_array() && !value.empty()) {
    others.push_back(value);
    others.back()[0] = value[0].is_number() ? Json("canary") : Json(31337);
  }
  return others;
}

}  // namespace

void check_refused(SmallFederation& federation, const std::string& in,
                   const std::string& expected) {
  CHECK_FALSE(answers(federation, in, expected, false));
}

void check_refused_by_measures(SmallFederation& federation, const std::string& expected) {
  CHECK_FALSE(answers(federation, dsne::to_ascii(federation.next_stdin()), expected, true));
}

namespace {

void find_unread(SmallFederation& federation, const std::string& pointer,
                 const std::string& expected, std::set<std::string>& unread) {
  const Json in = federation.next_stdin();
  const Json message = in.at(Json::json_pointer(pointer));
  for (const auto& [name, value] : message.items()) {
    const Json::json_pointer field(pointer + "/" + name);
    CAPTURE(field.to_string());
    std::vector<Json> others(1, in);
    others[0][field.parent_pointer()].erase(name);
    for (const Json& other : wrong_values(value)) {
      others.push_back(in);
      others.back()[field] = other;
    }
    for (const Json& other : others) {
      CAPTURE(other[field.parent_pointer()].dump().substr(0, 300));
      if (answers(federation, dsne::to_ascii(other), expected, false)) unread.insert(name);
    }
    if (!value.is_object() || dsne::is_packed(value) || value.contains("uint64")) continue;
    find_unread(federation, field.to_string(), expected, unread);
  }
}

}  // namespace

std::string unread_fields(SmallFederation& federation, const std::string& pointer,
                          const std::string& expected) {
  std::set<std::string> unread;
  find_unread(federation, pointer, expected, unread);
  return boost::algorithm::join(unread, " ");
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
