#include "tools/command_line.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "command_desk.h"
#include "text_search.h"

using namespace dsne::tools;

namespace {

std::vector<Command> every_command() {
  return {simulate_command(), replay_command(), place_command(), account_command(),
          identity_command()};
}

std::string word(const Command& command) { return command.name.substr(command.name.find(' ') + 1); }

/// A command that prints what it is given.
Command echo(const std::string& name) {
  return {name,
          "WORD NUMBER... [options]",
          "say it again",
          "Says what it is told.\n",
          {option("word", value<std::string>("WORD"), "the first"),
           option("number", value<std::vector<int>>("NUMBER")->multitoken(), "the others"),
           option("times,t", value<int>("N")->default_value(1), "how often"),
           flag("loud", "with a mark")},
          {"word", "number"},
          {"word", "times"},
          [](const Values& values, const Console& console) {
            for (int i = 0; i < values["times"].as<int>(); ++i) {
              console.out << values["word"].as<std::string>();
            }
            if (values.count("number") != 0) {
              for (const int number : values["number"].as<std::vector<int>>()) {
                console.out << ' ' << number;
              }
            }
            console.out << (values["loud"].as<bool>() ? "!" : "");
            return 7;
          }};
}

bool is_one_line(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n') == 1 && text.back() == '\n';
}

}  // namespace

TEST_CASE("a command reads options and arguments without names") {
  CHECK(printed_by(echo("say"), {"a"}).out == "a");
  const Printed printed = printed_by(echo("say"), {"a", "--loud", "1", "2", "-t", "2"});
  CHECK(printed.out == "aa 1 2!");
  CHECK(printed.code == 7);
  CHECK(printed_by(echo("say"), {"--number", "1", "2", "--word", "a"}).out == "a 1 2");
}

TEST_CASE("a bad command line is refused with one line") {
  const auto refused = [](const Arguments& arguments) {
    const Printed printed = printed_by(echo("say"), arguments);
    CHECK(printed.code == 2);
    CHECK(printed.out.empty());
    return printed.err;
  };
  CHECK(refused({}) == "say: WORD is missing (see say --help)\n");
  CHECK(refused({"a", "--nonsense"}) == "say: unrecognised option '--nonsense' (see say --help)\n");
  for (const Arguments& wrong : std::vector<Arguments>{{"a", "-x"},
                                                       {"a", "b"},
                                                       {"a", "-t", "two"},
                                                       {"a", "-t"},
                                                       {"a", "-t", "1", "-t", "1"},
                                                       {"a", "--tim", "1"},
                                                       {"a", "--loud=yes please"}}) {
    CAPTURE(wrong.back());
    CHECK(is_one_line(refused(wrong)));
  }
}

TEST_CASE("a command's exception is one line and an exit code") {
  Command failing = echo("say");
  failing.run = [](const Values&, const Console&) -> int { throw dsne::InputError("no voice"); };
  CHECK(printed_by(failing, {"a"}).err == "say: no voice\n");
  CHECK(printed_by(failing, {"a"}).code == 1);
  failing.run = [](const Values&, const Console&) -> int { throw std::runtime_error("why"); };
  CHECK(printed_by(failing, {"a"}).err == "say: unexpected error: why\n");
  CHECK(printed_by(failing, {"a"}).code == 1);
}

TEST_CASE("every command has help, and refuses unknown options") {
  for (const Command& command : every_command()) {
    CAPTURE(command.name);
    for (const char* help : {"--help", "-h"}) {
      const Printed printed = printed_by(command, {help});
      CHECK(printed.code == 0);
      CHECK(printed.err.empty());
      CHECK(printed.out.rfind("Usage: " + command.name + ' ' + command.usage + "\n\n", 0) == 0);
      for (const Option& option : command.options) {
        CHECK(contains(printed.out, "--" + option->long_name()));
      }
    }
    const Printed printed = printed_by(command, {"--nonsense"});
    CHECK(printed.code == 2);
    CHECK(printed.err ==
          command.name + ": unrecognised option '--nonsense' (see " + command.name + " --help)\n");
    // Whatever is required or may stand alone is an option, or parsing throws.
    if (!command.required.empty())
      CHECK(contains(printed_by(command, {}).err, " is missing (see "));
  }
}

TEST_CASE("a set of commands lists them and runs one") {
  const CommandSet set{
      "speak", "1.2", {echo("speak say"), echo("speak cry")}, {{"shout", "say it --loud"}}};
  for (const char* help : {"help", "--help", "-h"}) {
    const Printed printed = printed_by(set, {help});
    CHECK(printed.code == 0);
    CHECK(printed.out.rfind("Usage: speak COMMAND [options]\n", 0) == 0);
    CHECK(contains(printed.out, "\n  say         say it again\n  cry         say it again\n"));
  }
  CHECK(printed_by(set, {"--version"}).out == "speak 1.2\n");
  CHECK(printed_by(set, {"cry", "a"}).out == "a");
  CHECK(printed_by(set, {"help", "cry"}).out == printed_by(set, {"cry", "--help"}).out);
  CHECK(printed_by(set, {"cry"}).err == "speak cry: WORD is missing (see speak cry --help)\n");
  CHECK(printed_by(set, {}).err == "speak: a command is missing (see speak --help)\n");
  for (const Arguments& wrong : std::vector<Arguments>{{"sing"}, {"help", "sing"}, {"--say"}}) {
    CHECK(printed_by(set, wrong).err == "speak: there is no such command (see speak --help)\n");
    CHECK(printed_by(set, wrong).code == 2);
  }
  for (const Arguments& retired : std::vector<Arguments>{{"shout", "a"}, {"help", "shout"}}) {
    CHECK(printed_by(set, retired).err ==
          "speak: shout is retired: say it --loud (see speak --help)\n");
    CHECK(printed_by(set, retired).code == 2);
  }
}

TEST_CASE("dsne help is written from the commands") {
  const CommandSet set{"dsne", "0", every_command()};
  const std::string help = printed_by(set, {"help"}).out;
  for (const Command& command : every_command()) {
    CHECK(contains(help, "\n  " + word(command) + ' '));
    CHECK(contains(help, ' ' + command.summary + '\n'));
    CHECK(printed_by(set, {"help", word(command)}).out == printed_by(command, {"--help"}).out);
  }
}
