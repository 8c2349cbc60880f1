// The programs, with random numbers from a fixed stream, for the golden runs. The shipped programs
// draw from the system's generator and have no such choice: this one puts its own generator in
// libsodium's place.
//   golden_program local|remote STREAM             a step
//   golden_program dsne STREAM COMMAND [options]   a command

#include <sodium.h>

#include <cstring>
#include <iostream>
#include <map>
#include <string>

#include "coinstac/step.h"
#include "core/digest.h"
#include "local/site_run.h"
#include "remote/remote_run.h"
#include "tools/commands.h"

namespace {

std::string stream;
std::uint64_t draws = 0;

void fill(void* bytes, std::size_t size) {
  const dsne::Bytes32 key = dsne::hash_of({"golden", stream, std::to_string(draws++)});
  randombytes_buf_deterministic(bytes, size, key.data());
}

std::uint32_t number() {
  std::uint32_t value = 0;
  fill(&value, sizeof value);
  return value;
}

const char* name() { return "golden"; }

int run_command(const dsne::tools::Arguments& arguments) {
  using namespace dsne::tools;
  const CommandSet commands{
      "dsne", "golden", {summarize_command(), map_command(), place_command(), check_command()}};
  return run_reporting(commands, arguments, {std::cout, std::cerr, false});
}

}  // namespace

int main(int argc, char** argv) {
  const dsne::tools::Arguments arguments(argv + 1, argv + argc);
  stream = arguments.at(1);
  randombytes_implementation source{name, number, nullptr, nullptr, fill, nullptr};
  randombytes_set_implementation(&source);
  if (arguments[0] == "dsne") return run_command({arguments.begin() + 2, arguments.end()});
  const bool site = arguments[0] == "local";
  return dsne::coinstac::run_step(site ? "site" : "remote",
                                  site ? dsne::local::answer_step : dsne::remote::answer_step,
                                  std::cin, std::cout, std::cerr);
}
