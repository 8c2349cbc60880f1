#include "tools/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/core/noncopyable.hpp>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <utility>

#include "core/errors.h"

namespace dsne::tools {
namespace {

[[noreturn]] void fail(const std::string& doing, int error) {
  throw StorageError("cannot " + doing + ": " + std::strerror(error));
}

/// One end of a pipe; closes itself.
class PipeEnd {
 public:
  explicit PipeEnd(int fd) : fd_(fd) {}
  ~PipeEnd() { close(); }
  PipeEnd(PipeEnd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  PipeEnd(const PipeEnd&) = delete;
  PipeEnd& operator=(const PipeEnd&) = delete;
  PipeEnd& operator=(PipeEnd&&) = delete;

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  void close() {
    if (is_open()) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

struct Pipe {
  PipeEnd reader;
  PipeEnd writer;
};

/// Close-on-exec from the start: a process that another thread starts must not inherit an end, or
/// the pipe would stay open until that process ends.
Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("make a pipe", errno);
  return {PipeEnd(ends[0]), PipeEnd(ends[1])};
}

/// Blocks SIGPIPE for this thread: writing to a closed pipe then returns an error.
class SigpipeBlock : private boost::noncopyable {
 public:
  SigpipeBlock() {
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &only_sigpipe(), &previous_);
  }
  ~SigpipeBlock() {
    const timespec at_once{};
    if (!was_pending_) {
      while (::sigtimedwait(&only_sigpipe(), nullptr, &at_once) < 0 && errno == EINTR) {
      }
    }
    ::pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
  }

  /// Returns the thread's previous signal mask.
  const sigset_t& previous() const { return previous_; }

  static const sigset_t& only_sigpipe() {
    static const sigset_t set = [] {
      sigset_t made;
      sigemptyset(&made);
      sigaddset(&made, SIGPIPE);
      return made;
    }();
    return set;
  }

 private:
  sigset_t previous_{};
  bool was_pending_ = false;
};

/// A started process, which the object ends at the latest when destroyed.
class Child : private boost::noncopyable {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  ~Child() {
    if (pid_ < 0) return;
    ::kill(pid_, SIGKILL);
    wait();
  }

  /// Waits for the process. @return the status from waitpid
  int wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

 private:
  pid_t pid_;
};

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

pid_t spawn(const Program& program, unsigned threads, const Pipe& in, const Pipe& out,
            const Pipe& err, const sigset_t& mask) {
  const std::vector<char*> arguments = pointers(program);
  const std::vector<std::string> environment = environment_with(threads);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.reader.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.writer.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.writer.get(), STDERR_FILENO);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&attributes, &mask);
  posix_spawnattr_setsigdefault(&attributes, &SigpipeBlock::only_sigpipe());

  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, arguments.front(), &actions, &attributes, arguments.data(),
                                  pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) fail("start the program", error);
  return pid;
}

/// Writes what the pipe accepts now; closes it when all is written or nobody reads.
void feed(PipeEnd& pipe, std::string_view& rest) {
  const ssize_t count = rest.empty() ? 0 : ::write(pipe.get(), rest.data(), rest.size());
  if (count < 0) {
    if (errno == EINTR || errno == EAGAIN) return;
    if (errno != EPIPE) fail("write to the program", errno);
    rest = {};
  } else {
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  if (rest.empty()) pipe.close();
}

/// Appends what the pipe holds now; closes it at the end of the file.
void drain(PipeEnd& pipe, std::string& text) {
  std::array<char, 65536> buffer{};
  const ssize_t count = ::read(pipe.get(), buffer.data(), buffer.size());
  if (count < 0) {
    if (errno == EINTR) return;
    fail("read from the program", errno);
  }
  if (count == 0) pipe.close();
  text.append(buffer.data(), static_cast<std::size_t>(count));
}

void exchange(PipeEnd& in, std::string_view input, PipeEnd& out, PipeEnd& err,
              ProcessResult& result) {
  while (in.is_open() || out.is_open() || err.is_open()) {
    std::array<pollfd, 3> ends{
        {{in.get(), POLLOUT, 0}, {out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}}};
    if (::poll(ends.data(), ends.size(), -1) < 0) {
      if (errno == EINTR) continue;
      fail("wait for the program", errno);
    }
    if (ends[0].revents != 0) feed(in, input);
    if (ends[1].revents != 0) drain(out, result.out);
    if (ends[2].revents != 0) drain(err, result.err);
  }
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
  const SigpipeBlock sigpipe;
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  if (::fcntl(in.writer.get(), F_SETFL, O_NONBLOCK) != 0) fail("set up a pipe", errno);
  Child child(spawn(program, threads, in, out, err, sigpipe.previous()));
  in.reader.close();
  out.writer.close();
  err.writer.close();

  ProcessResult result;
  exchange(in.writer, input, out.reader, err.reader, result);
  const int status = child.wait();
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
