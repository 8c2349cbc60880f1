#include "fuzz/hostile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include "data/csv.h"
#include "data/table.h"

namespace fuzz {
namespace {

using Eigen::Index;
using Lines = std::vector<std::vector<std::string>>;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Rows and columns from `row`, `column` on: one entry, a row, a column, or all.
template <typename Spoil>
void spoil_block(dsne::Matrix& values, Random& random, const Spoil& change) {
  const auto row = static_cast<Index>(below(static_cast<std::size_t>(values.rows()), random));
  const auto column = static_cast<Index>(below(static_cast<std::size_t>(values.cols()), random));
  const bool rows = once_in(2, random);
  const bool columns = once_in(2, random);
  auto block = values.block(rows ? 0 : row, columns ? 0 : column, rows ? values.rows() : 1,
                            columns ? values.cols() : 1);
  for (double& value : block.reshaped()) value = change(value);
}

Lines parse(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream cells(line);
    lines.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) lines.back().push_back(cell);
  }
  return lines;
}

std::string text_of(const Lines& lines) {
  std::string text;
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) text += (c == 0 ? "" : ",") + line[c];
    text += '\n';
  }
  return text;
}

/// The value of a cell that is a number; 1 for any other.
double number_in(const std::string& cell) {
  char* end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  return end == cell.c_str() ? 1 : value;
}

/// Damages the numbers of a table's last columns, below its header.
void spoil_numbers(Lines& lines, Random& random) {
  const std::size_t columns = lines.front().size();
  const std::size_t first = columns > 1 ? 1 : 0;
  if (lines.size() < 2 || columns <= first) return;
  dsne::Matrix values(std::ssize(lines) - 1, static_cast<Index>(columns - first));
  const auto for_each = [&](const auto& use) {
    for (std::size_t r = 1; r < lines.size(); ++r) {
      lines[r].resize(columns);
      for (std::size_t c = first; c < columns; ++c) {
        use(lines[r][c], values(static_cast<Index>(r - 1), static_cast<Index>(c - first)));
      }
    }
  };
  for_each([](const std::string& cell, double& value) { value = number_in(cell); });
  const dsne::Matrix before = values;
  spoil(values, random);
  const double* old = before.data();
  const double* value = values.data();
  for_each([&](std::string& cell, double&) {
    if (*value != *old) cell = dsne::data::number_text(*value);
    ++value, ++old;
  });
}

}  // namespace

std::size_t below(std::size_t end, Random& random) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}

bool once_in(std::size_t times, Random& random) { return below(times, random) == 0; }

double hostile_number(Random& random) {
  constexpr std::array numbers = {0.0,      -0.0,
                                  1.0,      0.5,
                                  5e-324,   2.2e-308,
                                  1e-308,   1e-300,
                                  1e-160,   1e-154,
                                  1e-40,    1e-17,
                                  65536.0,  2.2e9,
                                  1e19,     1e38,
                                  1e100,    1e154,
                                  1e155,    1e200,
                                  1e300,    8.9e307,
                                  1e308,    1.7e308,
                                  infinity, std::numeric_limits<double>::quiet_NaN()};
  const double number = numbers[below(numbers.size(), random)];
  return once_in(2, random) ? number : -number;
}

void spoil(dsne::Matrix& values, Random& random) {
  if (values.size() == 0) return;
  const double number = hostile_number(random);
  constexpr std::array powers = {-323, -318, -308, -300, -200, -160, -150, -40,
                                 -8,   8,    40,   150,  160,  200,  300};
  const double scale = std::pow(10.0, powers[below(powers.size(), random)]);
  switch (below(4, random)) {
    case 0:
      return spoil_block(values, random, [&](double) { return hostile_number(random); });
    case 1:
      return spoil_block(values, random, [&](double) { return number; });
    case 2:
      return spoil_block(values, random, [&](double value) { return value * scale; });
    default:
      const auto rows = static_cast<std::size_t>(values.rows());
      values.row(static_cast<Index>(below(rows, random))) =
          values.row(static_cast<Index>(below(rows, random))).eval();
  }
}

dsne::Matrix hostile_points(Index points, Index features, FuzzedDataProvider& choices) {
  dsne::Matrix values(points, features);
  Random random(choices.ConsumeIntegral<std::uint16_t>());
  for (double& value : values.reshaped()) value = static_cast<double>(below(9, random)) - 4;
  for (auto times = choices.ConsumeIntegralInRange(0, 4); times > 0; --times) spoil(values, random);
  return values;
}

dsne::Matrix hostile_table(int most, Index features, FuzzedDataProvider& choices) {
  return hostile_points(choices.ConsumeIntegralInRange(1, most), features, choices)
      .unaryExpr([](double value) {
        constexpr double largest = dsne::data::largest_value;
        return std::isnan(value) ? 0 : std::clamp(value, -largest, largest);
      });
}

void spoil_table(std::string& text, Random& random) {
  Lines lines = parse(text);
  if (lines.empty()) return;
  const auto line = lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size(), random));
  switch (below(8, random)) {
    case 0:
      lines.erase(line);
      break;
    case 1:
      lines.insert(line, std::vector(*line));
      break;
    default:
      spoil_numbers(lines, random);
  }
  text = text_of(lines);
}

}  // namespace fuzz
