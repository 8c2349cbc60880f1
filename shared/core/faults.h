#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"

namespace dsne {

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

}  // namespace dsne
