#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"

namespace dsne {

/// Gathers what is wrong with a user's files, so that all of it is told at once.
class Faults {
 public:
  /// Makes a check. An InputError or StorageError that it ends with becomes a fault.
  /// @return whether it ended well
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

  /// Adds a fault.
  void add(std::string line) { lines_.push_back(std::move(line)); }

  /// Adds faults, a line each.
  void add(const std::vector<std::string>& lines) {
    lines_.insert(lines_.end(), lines.begin(), lines.end());
  }

  bool empty() const { return lines_.empty(); }

  /// What was found, a line each.
  const std::vector<std::string>& lines() const { return lines_; }

  /// @throws InputError the first fault, where there is one
  void throw_first() const {
    if (!lines_.empty()) throw InputError(lines_.front());
  }

 private:
  std::vector<std::string> lines_;
};

}  // namespace dsne
