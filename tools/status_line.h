#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

namespace dsne::tools {

/// The seconds passed since some fixed moment, by a clock that is never set.
double seconds_now();

/// A time span for people: 1:05, 2:03:09.
std::string duration(double seconds);

/// A bar for a part done: "[#####---------------] ".
/// @pre 0 <= done <= all, all > 0
std::string progress_bar(std::int64_t done, std::int64_t all);

/// One line of a terminal that is drawn again and again in the same place.
class StatusLine {
 public:
  explicit StatusLine(std::ostream& out) : out_(out) {}

  /// Draws the line, cut to the terminal's usual width; not more often than ten times a second.
  /// @param now the seconds passed since any fixed moment
  /// @param at_once draws it whenever the last one was
  void draw(const std::string& line, double now, bool at_once);

  /// Takes the line from the terminal, so that others can follow.
  void clear();

 private:
  std::ostream& out_;
  double drawn_ = -1;  ///< when it was last drawn; negative: it is not there
};

}  // namespace dsne::tools
