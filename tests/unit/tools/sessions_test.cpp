// Each file of tests/data/sessions has sessions of a person at a command line, each below a line
// == what must be true, in a folder of its own:
//
//   $ dsne COMMAND …        runs the command; it must end with 0, or with what `exit N` says next
//
//   + WORDS, - WORDS        the command's words are among what it printed, or are not
//
//   oneline                 it printed one line
//
//   scans FILE FIRST-LAST MIDDLE MEASURES …   a group table of MRIQC's, of normal numbers
//
//   anonymous FILE …        the same without ids
//
//   take FILE N TABLE       the first N rows of a table of tests/data/sessions
//
//   program FILE NAMES …    a shell script of these parts, and the indented lines that follow
//
//   write, append FILE      the indented lines that follow
//
//   cut FILE                removes its last byte
//
//   cycle FILE N WORDS …    writes N lines, of each word in turn
//
//   holds, lacks FILE WORDS; lines FILE N; absent FILE; remember, unchanged FILE
//
//   copy, move FROM TO; remove FILE; replace FILE OLD NEW, where quotes hold blanks or nothing

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>

#include "core/files.h"
#include "temporary_folder.h"
#include "text_search.h"
#include "tools/commands.h"
#include "unit/tools/command_desk.h"
#include "unit/tools/stand_in.h"

namespace fs = boost::filesystem;

namespace {

using Words = std::vector<std::string>;

/// The words of a line; quotes hold words together.
Words words_of(const std::string& line) {
  Words words;
  bool in_quotes = false;
  bool is_new = true;
  for (const char c : line) {
    if (c == '\'') {
      in_quotes = !in_quotes;
      if (std::exchange(is_new, false)) words.emplace_back();
    } else if (c == ' ' && !in_quotes) {
      is_new = true;
    } else {
      if (std::exchange(is_new, false)) words.emplace_back();
      words.back() += c;
    }
  }
  return words;
}

std::string file_text(const fs::path& file) { return dsne::read_file(file, "a file"); }

/// What a person does in a folder, which is the current one as long as this lives.
class Session {
 public:
  Session() { fs::current_path(folder_.path()); }
  ~Session() { fs::current_path(before_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  Session(Session&&) = delete;
  Session& operator=(Session&&) = delete;

  /// Takes the next line: a verb and the rest.
  void line(const std::string& text) {
    if (text.starts_with("    ")) {
      write(written_, file_text(written_) + text.substr(4) + '\n');
      return;
    }
    const auto blank = std::min(text.find(' '), text.size());
    const std::string verb = text.substr(0, blank);
    const std::string rest = text.substr(std::min(blank + 1, text.size()));
    const bool ends = verb == "exit";
    if (!ends) check_end();
    if (ends) expected_code_ = std::stoi(rest);
    if (tell(verb, rest) || ends) return;
    const auto found = verbs_.find(verb);
    REQUIRE_MESSAGE(found != verbs_.end(), verb);
    found->second(words_of(rest));
  }

  /// Checks the last command's exit code.
  void check_end() {
    if (std::exchange(has_ended_, true)) return;
    INFO(printed_.out, printed_.err);
    CHECK(printed_.code == expected_code_);
  }

 private:
  static void write(const fs::path& file, const std::string& text) {
    if (file.has_parent_path()) fs::create_directories(file.parent_path());
    std::ofstream(file.c_str(), std::ios::binary) << text;
  }

  /// Handles what has words up to the line's end. @return false for another verb
  bool tell(const std::string& verb, const std::string& rest) {
    const std::string told = printed_.out + printed_.err;
    if (verb == "+" || verb == "-") {
      CAPTURE(told);
      CHECK(contains(told, rest) == (verb == "+"));
    } else if (verb == "holds" || verb == "lacks") {
      const auto blank = rest.find(' ');
      CHECK(contains(file_text(rest.substr(0, blank)), rest.substr(blank + 1)) ==
            (verb == "holds"));
    } else if (verb == "oneline") {
      CHECK(occurrences(told, "\n") == 1);
    } else {
      return false;
    }
    return true;
  }

  void run(const Words& words) {
    using namespace dsne::tools;
    static const CommandSet commands{
        "dsne",
        "0",
        {account_command(), check_command(), look_command(), map_command(), parameters_command(),
         place_command(), replay_command(), simulate_command(), summarize_command()}};
    printed_ = printed_by(commands, {words.begin() + 1, words.end()});
    expected_code_ = 0;
    has_ended_ = false;
  }

  static void scans(const Words& words, bool ids) {
    const auto dash = words[1].find('-');
    std::string names;
    for (std::size_t i = 3; i < words.size(); ++i) names += (i == 3 ? "" : "\t") + words[i];
    write(words[0], group_table(std::stoi(words[1]), std::stoi(words[1].substr(dash + 1)),
                                std::stod(words[2]), names, ids));
  }

  static void take(const Words& words) {
    std::istringstream table(file_text(fs::path(DSNE_TEST_DATA) / "sessions" / words[2]));
    std::string text;
    std::string row;
    for (int i = 0; i <= std::stoi(words[1]) && std::getline(table, row); ++i) text += row + '\n';
    write(words[0], text);
  }

  void program(const Words& words) {
    std::string text = "#!/bin/sh\n";
    for (std::size_t i = 1; i < words.size(); ++i) text += program_text(words[i]);
    write(written_ = words[0], text);
    fs::permissions(words[0], fs::owner_all);
  }

  static void cycle(const Words& words) {
    std::string text;
    for (std::size_t i = 0; i < std::stoul(words[1]); ++i) {
      text += words[2 + i % (words.size() - 2)] + '\n';
    }
    write(words[0], text);
  }

  static void replace(const Words& words) {
    std::string text = file_text(words[0]);
    REQUIRE(contains(text, words[1]));
    for (std::size_t at = 0; (at = text.find(words[1], at)) != std::string::npos;) {
      text.replace(at, words[1].size(), words[2]);
      at += words[2].size();
    }
    write(words[0], text);
  }

  const fs::path before_ = fs::current_path();
  TemporaryFolder folder_;
  Printed printed_;
  int expected_code_ = 0;
  bool has_ended_ = true;
  std::string written_;
  std::map<std::string, std::string> remembered_;
  const std::map<std::string, std::function<void(const Words&)>> verbs_ = {
      {"$", [this](const Words& words) { run(words); }},
      {"scans", [](const Words& words) { scans(words, true); }},
      {"anonymous", [](const Words& words) { scans(words, false); }},
      {"take", take},
      {"program", [this](const Words& words) { program(words); }},
      {"cycle", cycle},
      {"replace", replace},
      {"write", [this](const Words& words) { write(written_ = words[0], ""); }},
      {"append", [this](const Words& words) { written_ = words[0]; }},
      {"cut", [](const Words& words) { fs::resize_file(words[0], fs::file_size(words[0]) - 1); }},
      {"copy", [](const Words& words) { fs::copy_file(words[0], words[1]); }},
      {"move", [](const Words& words) { fs::rename(words[0], words[1]); }},
      {"remove", [](const Words& words) { fs::remove_all(words[0]); }},
      {"absent", [](const Words& words) { CHECK_FALSE(fs::exists(words[0])); }},
      {"remember", [this](const Words& words) { remembered_[words[0]] = file_text(words[0]); }},
      {"unchanged",
       [this](const Words& words) { CHECK(remembered_.at(words[0]) == file_text(words[0])); }},
      {"lines", [](const Words& words) {
         CHECK(occurrences(file_text(words[0]), "\n") == std::stoul(words[1]));
       }}};
};

/// Plays all sessions of a file.
void play(const std::string& name) {
  std::istringstream lines(file_text(fs::path(DSNE_TEST_DATA) / "sessions" / (name + ".txt")));
  std::optional<Session> session;
  std::string title;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("== ")) {
      if (session) session->check_end();
      session.reset();
      session.emplace();
      title = line.substr(3);
    } else if (!line.empty() && !line.starts_with("#")) {
      CAPTURE(title);
      CAPTURE(number);
      session->line(line);
    }
  }
  REQUIRE(session);
  session->check_end();
}

}  // namespace

TEST_CASE("sessions with dsne summarize") { play("summarize"); }

TEST_CASE("sessions in which a second summary of the same persons is tried") {
  play("summarize_again");
}

TEST_CASE("sessions with dsne map and dsne place") { play("map"); }

TEST_CASE("sessions with dsne look") { play("look"); }

TEST_CASE("sessions with dsne simulate and dsne replay") { play("simulate"); }

TEST_CASE("sessions with dsne parameters") { play("parameters"); }

TEST_CASE("sessions with dsne account") { play("account"); }
