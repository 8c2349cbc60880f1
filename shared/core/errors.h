#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dsne {

/// Base of every error that this project throws on purpose.
///
/// The message is one line. COINSTAC shows it to every site, so it says what is wrong and where
/// (input, row, column, site). It never holds a value, a subject's id, a label or a path.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reports a mistake in what the user gave: a parameter, a data file, a setting.
class InputError : public Error {
 public:
  using Error::Error;
};

/// Reports bad data from another node or the orchestrator: a message, a cache, a directory.
class MessageError : public Error {
 public:
  using Error::Error;
};

/// Reports that a file of ours could not be read or written: disk full, no permission.
class StorageError : public Error {
 public:
  using Error::Error;
};

/// Collects the faults of a user's files, to report all of them at once.
class Faults {
 public:
  /// Runs a check. An InputError or StorageError that it throws becomes a fault.
  /// @return whether the check passed
  template <typename Check>
  bool check(Check&& check) {
    try {
      std::forward<Check>(check)();
      return true;
    } catch (const InputError& error) {
      lines_.emplace_back(error.what());
    } catch (const StorageError& error) {
      lines_.emplace_back(error.what());
    }
    return false;
  }

  void add(std::string line) { lines_.push_back(std::move(line)); }

  void add(const std::vector<std::string>& lines) {
    lines_.insert(lines_.end(), lines.begin(), lines.end());
  }

  bool empty() const { return lines_.empty(); }

  /// The faults, one line each.
  const std::vector<std::string>& lines() const { return lines_; }

  /// @throws InputError with the first fault, if there is one
  void throw_first() const {
    if (!lines_.empty()) throw InputError(lines_.front());
  }

 private:
  std::vector<std::string> lines_;
};

/// What an error about something that people gave names: an input ("site_data"), or a file of a
/// list ("site_data row 5's file"); and where in it. Rows and columns count from 1.
struct Source {
  // Wherever a text is at hand it names a source.
  Source(std::string text) : name(std::move(text)) {}
  Source(const char* text) : name(text) {}

  /// Returns the error "site_data is empty" for "is empty", "site_data: damaged" for ": damaged".
  InputError error(std::string_view what) const {
    return InputError(name + (what.starts_with(':') ? "" : " ") + std::string(what));
  }
  /// Returns the error "site_data row 3, column 2: not a number" for "not a number".
  InputError error(std::size_t row, std::size_t column, std::string_view what) const {
    return error("row " + std::to_string(row) + ", column " + std::to_string(column) + ": " +
                 std::string(what));
  }

  /// Throw these errors.
  [[noreturn]] void refuse(std::string_view what) const { throw error(what); }
  [[noreturn]] void refuse(std::size_t row, std::size_t column, std::string_view what) const {
    throw error(row, column, what);
  }

  std::string name;
};

}  // namespace dsne
