#include "tools/command_line.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <boost/make_shared.hpp>
#include <ostream>
#include <sstream>

#include "core/files.h"
#include "core/phrases.h"

namespace dsne::tools {
namespace {

namespace po = boost::program_options;

po::options_description described(const Command& command) {
  po::options_description description("Options");
  description.add(flag("help,h", "print this help"));
  for (const Option& option : command.options) description.add(option);
  return description;
}

po::positional_options_description positional_of(const Command& command,
                                                 const po::options_description& options) {
  po::positional_options_description positional;
  for (const std::string& name : command.positional) {
    const bool many = options.find(name, false).semantic()->max_tokens() > 1;
    positional.add(name.c_str(), many ? -1 : 1);
  }
  return positional;
}

Values parse(const Command& command, const Arguments& arguments) {
  constexpr int style =
      po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  const po::options_description options = described(command);
  try {
    Values values;
    po::store(po::command_line_parser(arguments)
                  .options(options)
                  .positional(positional_of(command, options))
                  .style(style)
                  .run(),
              values);
    po::notify(values);
    return values;
  } catch (const po::unknown_option& error) {
    const std::string given = error.get_option_name();
    const auto retired = command.retired.find(given.substr(0, given.find('=')));
    throw UsageError(retired == command.retired.end()
                         ? error.what()
                         : retired->first + " is retired: " + retired->second);
  } catch (const po::error& error) {
    throw UsageError(error.what());
  }
}

/// Returns an option as its help shows it: the value's name if that may be given alone.
std::string called(const Command& command, const std::string& name) {
  const auto& alone = command.positional;
  if (std::find(alone.begin(), alone.end(), name) == alone.end()) return "--" + name;
  return described(command).find(name, false).semantic()->name();
}

void print_help(const Command& command, std::ostream& out) {
  out << "Usage: " << command.name << ' ' << command.usage << "\n\n"
      << command.text << '\n'
      << described(command) << std::flush;
}

/// Returns the word that selects a command.
std::string word(const Command& command) {
  return command.name.substr(command.name.rfind(' ') + 1);
}

int print_help(const CommandSet& set, std::ostream& out) {
  constexpr std::size_t width = 12;
  out << "Usage: " << set.name << " COMMAND [options]\n\nCommands\n";
  for (const Command& command : set.commands) {
    const std::string name = word(command);
    out << "  " << name << std::string(width - name.size(), ' ') << command.summary << '\n';
  }
  out << "\n`" << set.name << " COMMAND --help` tells a command's options, `" << set.name
      << " --version` the version." << std::endl;
  return 0;
}

}  // namespace

Option option(const char* name, const po::value_semantic* value, const std::string& text) {
  return boost::make_shared<po::option_description>(name, value, text.c_str());
}

Option flag(const char* name, const std::string& text) {
  return option(name, po::bool_switch(), text);
}

int run(const Command& command, const Arguments& arguments, const Console& console) {
  const Values values = parse(command, arguments);
  if (values["help"].as<bool>()) {
    print_help(command, console.out);
    return 0;
  }
  for (const std::string& name : command.required) {
    if (values.count(name) == 0) throw UsageError(called(command, name) + " is missing");
  }
  return command.run(values, console);
}

int run_reporting(const Command& command, const Arguments& arguments, const Console& console) {
  const auto fail = [&](const std::string& message, int exit_code) {
    console.err << command.name << ": " << message << std::endl;
    return exit_code;
  };
  try {
    return run(command, arguments, console);
  } catch (const UsageError& error) {
    return fail(std::string(error.what()) + " (see " + command.name + " --help)",
                command.usage_code);
  } catch (const Error& error) {
    return fail(error.what(), 1);
  } catch (const fs::filesystem_error& error) {
    return fail("a file or folder cannot be read or written: " + error.code().message(), 1);
  } catch (const std::exception& error) {
    return fail(std::string("unexpected error: ") + error.what(), 1);
  }
}

std::string quoted(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    result += "    " + one_line(line) + '\n';
  }
  return result;
}

int run_reporting(const CommandSet& set, const Arguments& arguments, const Console& console) {
  const auto is = [&arguments](std::size_t i, const std::string& text) {
    return arguments.size() > i && arguments[i] == text;
  };
  const bool help = is(0, "help") || is(0, "--help") || is(0, "-h");
  if (help && arguments.size() == 1) return print_help(set, console.out);
  if (is(0, "--version")) {
    console.out << set.name << ' ' << set.version << std::endl;
    return 0;
  }
  const std::size_t named = help ? 1 : 0;
  const auto command =
      std::find_if(set.commands.begin(), set.commands.end(),
                   [&](const Command& candidate) { return is(named, word(candidate)); });
  if (command == set.commands.end()) {
    const std::string given = arguments.size() > named ? arguments[named] : "";
    const auto retired = set.retired.find(given);
    console.err << set.name << ": "
                << (retired != set.retired.end() ? given + " is retired: " + retired->second
                    : arguments.empty()          ? "a command is missing"
                                                 : "there is no such command")
                << " (see " << set.name << " --help)" << std::endl;
    return 2;
  }
  if (help) return run_reporting(*command, {"--help"}, console);
  return run_reporting(*command, {arguments.begin() + 1, arguments.end()}, console);
}

}  // namespace dsne::tools
