#include "tools/simulate/process.h"

#include <doctest/doctest.h>

#include <csignal>
#include <future>
#include <string>
#include <vector>

#include "core/errors.h"

using dsne::tools::ProcessResult;
using dsne::tools::run_process;

namespace {

ProcessResult shell(const std::string& line, const std::string& input = "") {
  return run_process({"/bin/sh", "-c", line}, input);
}

}  // namespace

TEST_CASE("a process gives its stdout, stderr and exit code") {
  const ProcessResult result = shell("cat; echo wrong >&2; exit 3", "text");
  CHECK(result.out == "text");
  CHECK(result.err == "wrong\n");
  CHECK(result.exit_code == 3);
  CHECK(result.signal == 0);
  CHECK(result.failure() == "exit code 3");
  CHECK(shell("true").failure().empty());
}

TEST_CASE("a process ended by a signal is reported as such") {
  const ProcessResult result = shell("kill -9 $$");
  CHECK(result.signal == SIGKILL);
  CHECK(result.failure() == "ended by signal 9");
}

TEST_CASE("arguments arrive unchanged") {
  CHECK(run_process({"/bin/echo", "a b", "", "$HOME"}, "").out == "a b  $HOME\n");
}

TEST_CASE("every byte passes, zeros too, also of 100 MB") {
  std::string input;
  for (int i = 0; i < 1000; ++i) input.push_back(static_cast<char>(i % 256));
  CHECK(shell("cat", input).out == input);
  input.resize(100'000'000, 'x');
  input.back() = 'z';
  CHECK((shell("cat", input).out == input));
}

TEST_CASE("much stderr does not block stdout, nor does a process that leaves its streams") {
  const ProcessResult result = shell("head -c 5000000 /dev/zero >&2; head -c 5000000 /dev/zero");
  CHECK(result.err.size() == 5'000'000);
  CHECK(result.out.size() == 5'000'000);
  const std::string input(5'000'000, 'x');
  CHECK(shell("echo done", input).out == "done\n");
  CHECK(shell("exec <&-; head -c 1000000 /dev/zero", input).out.size() == 1'000'000);
  CHECK(shell("exec >&- 2>&-; cat > /dev/null; exit 5", input).exit_code == 5);
}

TEST_CASE("processes started at the same time share no stream") {
  const std::string alone = shell("echo /proc/self/fd/*").out;
  const auto many = [&](char letter) {
    const std::string input(200'000, letter);
    bool good = true;
    for (int i = 0; i < 20; ++i) {
      good = good && shell("cat", input).out == input;
      good = good && shell("echo /proc/self/fd/*").out == alone;
    }
    return good;
  };
  std::vector<std::future<bool>> threads;
  for (char letter = 'a'; letter < 'i'; ++letter) {
    threads.push_back(std::async(std::launch::async, many, letter));
  }
  for (auto& thread : threads) CHECK(thread.get());
}

TEST_CASE("a program that does not exist is an error") {
  CHECK_THROWS_AS(run_process({"/no/such/program"}, "x"), dsne::StorageError);
  CHECK_THROWS_AS(run_process({"/"}, "x"), dsne::StorageError);
}

TEST_CASE("a process gets its number of threads, unless the environment sets it") {
  const dsne::tools::Program command = {"/bin/sh", "-c", "echo ${OMP_NUM_THREADS-none}"};
  ::unsetenv("OMP_NUM_THREADS");
  CHECK(run_process(command, "").out == "none\n");
  CHECK(run_process(command, "", 3).out == "3\n");
  ::setenv("OMP_NUM_THREADS", "5", 1);
  CHECK(run_process(command, "", 3).out == "5\n");
  ::unsetenv("OMP_NUM_THREADS");
}
