#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

namespace dsne::tools {

/// Returns the seconds since a fixed moment, by a steady clock.
double seconds_now();

/// Formats a duration: 1:05, 2:03:09.
std::string duration(double seconds);

/// Returns a progress bar: "[#####---------------] ".
/// @pre 0 <= done <= all, all > 0
std::string progress_bar(std::int64_t done, std::int64_t all);

/// A line of a terminal that is redrawn in place.
class StatusLine {
 public:
  explicit StatusLine(std::ostream& out) : out_(out) {}

  /// Draws the line, cut to the terminal's usual width; at most ten times a second.
  /// @param now seconds since a fixed moment
  /// @param at_once draws without this limit
  void draw(const std::string& line, double now, bool at_once);

  /// Clears the line, so that others can follow.
  void clear();

 private:
  std::ostream& out_;
  double drawn_ = -1;  ///< time of the last drawing; negative if not shown
};

}  // namespace dsne::tools
