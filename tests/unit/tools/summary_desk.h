#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/files.h"
#include "temporary_folder.h"
#include "text_search.h"
#include "unit/tools/command_desk.h"

/// A folder where a site makes and keeps summaries.
class SummaryDesk {
 public:
  std::string write(const std::string& name, const std::string& content) const {
    dsne::write_atomically(folder_.path() / name, content, "a file");
    return (folder_.path() / name).string();
  }
  std::string read(const std::string& name) const {
    return dsne::read_file(dsne::fs::path(output()) / name, "a file");
  }
  dsne::fs::path kept(const std::string& name) const { return dsne::fs::path(output()) / name; }
  Printed summarize(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--output", output()});
    return printed_by(dsne::tools::summarize_command(), arguments);
  }

  /// What the command prints, which must succeed.
  std::string told(const std::vector<std::string>& arguments) const {
    const Printed printed = summarize(arguments);
    REQUIRE_MESSAGE(printed.code == 0, printed.err);
    return printed.out;
  }

  /// The error of the command, which must fail.
  std::string refusal(const std::vector<std::string>& arguments) const {
    const Printed printed = summarize(arguments);
    CHECK(printed.code == 1);
    return printed.err;
  }

 private:
  std::string output() const { return (folder_.path() / "kept").string(); }

  TemporaryFolder folder_;
};
