#include "report/point_csv.h"

#include "data/csv.h"

namespace dsne::report {

PointColumn text_column(const char* name, const std::vector<std::string>& cells) {
  return {name, [&cells](std::size_t i) { return cells.empty() ? "" : cells.at(i); }};
}

std::string point_csv(const PointColumn& first, const Matrix& coordinates,
                      const std::vector<PointColumn>& others) {
  std::string text = first.first + (coordinates.cols() == 3 ? ",x,y,z" : ",x,y");
  for (const PointColumn& column : others) text += "," + column.first;
  text += "\n";
  for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
    const auto point = static_cast<std::size_t>(i);
    std::vector<std::string> cells{first.second(point)};
    for (const double value : coordinates.row(i)) cells.push_back(data::number_text(value));
    for (const PointColumn& column : others) cells.push_back(column.second(point));
    text += data::spreadsheet_line(std::move(cells)) + "\n";
  }
  return text;
}

}  // namespace dsne::report
