#include "tools/simulate/process.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>

#include "core/errors.h"

namespace dsne::tools {
namespace {

[[noreturn]] void fail(const std::string& doing, int error) {
  throw StorageError("cannot " + doing + ": " + std::strerror(error));
}

using MemoryFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Makes a file in memory, to be read from its beginning. It is closed in every program that this
/// process starts, but for those that get it as a stream.
MemoryFile memory_file(std::string_view content = {}) {
  const int descriptor = ::memfd_create("dsne", MFD_CLOEXEC);
  MemoryFile file(descriptor < 0 ? nullptr : ::fdopen(descriptor, "w+"), &std::fclose);
  if (!file || std::fwrite(content.data(), 1, content.size(), file.get()) != content.size() ||
      std::fseek(file.get(), 0, SEEK_SET) != 0) {
    fail("keep a program's input and output", errno);
  }
  return file;
}

std::string content_of(const MemoryFile& file) {
  std::fseek(file.get(), 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::ftell(file.get())), '\0');
  std::rewind(file.get());
  if (std::fread(text.data(), 1, text.size(), file.get()) != text.size()) {
    fail("read a program's output", errno);
  }
  return text;
}

/// Returns the form for posix_spawn: pointers to the words, and a null pointer.
std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

/// Returns this process's environment with a number of threads, unless it sets one.
std::vector<std::string> environment_with(unsigned threads) {
  constexpr std::string_view name = "OMP_NUM_THREADS=";
  std::vector<std::string> words;
  for (char** word = environ; *word != nullptr; ++word) words.emplace_back(*word);
  const bool named = std::any_of(words.begin(), words.end(),
                                 [&](const std::string& word) { return word.starts_with(name); });
  if (threads > 0 && !named) words.push_back(std::string(name) + std::to_string(threads));
  return words;
}

/// @param streams the program's stdin, stdout and stderr
pid_t spawn(const Program& program, unsigned threads, const std::array<MemoryFile, 3>& streams) {
  const std::vector<char*> arguments = pointers(program);
  const std::vector<std::string> environment = environment_with(threads);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream = 0; stream < 3; ++stream) {
    const MemoryFile& file = streams[static_cast<std::size_t>(stream)];
    posix_spawn_file_actions_adddup2(&actions, ::fileno(file.get()), stream);
  }
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, arguments.front(), &actions, nullptr, arguments.data(),
                                  pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) fail("start the program", error);
  return pid;
}

constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t received = 0;

void remember(int /*signal*/) { received = 1; }

}  // namespace

std::string ProcessResult::failure() const {
  if (signal != 0) return "ended by signal " + std::to_string(signal);
  return exit_code == 0 ? "" : "exit code " + std::to_string(exit_code);
}

ProcessResult run_process(const Program& program, std::string_view input, unsigned threads) {
  const std::array<MemoryFile, 3> streams{memory_file(input), memory_file(), memory_file()};
  const pid_t pid = spawn(program, threads, streams);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) fail("wait for the program", errno);
  }
  ProcessResult result{content_of(streams[1]), content_of(streams[2])};
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

InterruptGuard::InterruptGuard() {
  received = 0;
  struct sigaction action {};
  action.sa_handler = remember;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], nullptr, &previous_[i]);
    // A signal that is ignored (nohup) stays ignored.
    if (previous_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &previous_[i], nullptr);
}

void InterruptGuard::check() {
  if (received != 0) throw Error("interrupted");
}

}  // namespace dsne::tools
