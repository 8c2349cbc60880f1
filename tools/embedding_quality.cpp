#include "tools/embedding_quality.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/errors.h"
#include "quality/nearest_labels.h"
#include "tsne/gradient.h"
#include "tsne/neighbours.h"

namespace dsne::tools {
namespace {

constexpr int accuracy_neighbours = 10;
constexpr Eigen::Index fewest_points = 4;

const std::uint32_t* neighbours_of(const tsne::Neighbours& neighbours, Eigen::Index point) {
  return &neighbours.indices[static_cast<std::size_t>(point * neighbours.count)];
}

/// Returns 1 minus the normalized sum of how far the ranks, among `points`, of each point's k
/// neighbours in another space exceed k (Venna & Kaski 2001).
double kept_ranks(const Matrix& points, const tsne::Neighbours& neighbours_elsewhere,
                  Eigen::Index k) {
  const Matrix columns = points.transpose();
  const Eigen::Index count = points.rows();
  Eigen::Index excess = 0;
#pragma omp parallel for schedule(static) reduction(+ : excess)
  for (Eigen::Index i = 0; i < count; ++i) {
    const Vector distances = tsne::squared_distances(points.row(i), columns);
    const std::uint32_t* neighbours = neighbours_of(neighbours_elsewhere, i);
    for (Eigen::Index n = 0; n < k; ++n) {
      // The point itself is nearest and counts as the 1 at which ranks begin.
      const Eigen::Index rank = (distances.array() < distances[neighbours[n]]).count();
      excess += std::max<Eigen::Index>(0, rank - k);
    }
  }
  const auto worst = static_cast<double>(count * k * (2 * count - 3 * k - 1)) / 2;
  return 1 - static_cast<double>(excess) / worst;
}

double shared_part(const tsne::Neighbours& a, const tsne::Neighbours& b, Eigen::Index points,
                   Eigen::Index k) {
  Eigen::Index shared = 0;
  for (Eigen::Index i = 0; i < points; ++i) {
    const std::uint32_t* of_b = neighbours_of(b, i);
    shared += std::count_if(neighbours_of(a, i), neighbours_of(a, i) + k, [&](std::uint32_t j) {
      return std::find(of_b, of_b + k, j) != of_b + k;
    });
  }
  return static_cast<double>(shared) / static_cast<double>(points * k);
}

/// Returns the width of UTF-8 text in characters.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::string rule(const std::vector<std::size_t>& widths) {
  std::string line = "|";
  for (std::size_t c = 0; c < widths.size(); ++c) {
    const std::string dashes(widths[c] + 1, '-');
    line += (c == 0 ? ":" + dashes : dashes + ":") + '|';
  }
  return line + "\n";
}

}  // namespace

EmbeddingEvaluator::EmbeddingEvaluator(Matrix data, double perplexity) : data_(std::move(data)) {
  const Eigen::Index points = data_.rows();
  if (points < fewest_points) throw InputError("a map of fewer than 4 points cannot be judged");
  affinities_ =
      tsne::joint_affinities(data_, std::min(perplexity, tsne::largest_perplexity(points)));
}

Measures EmbeddingEvaluator::measure(const Matrix& coordinates,
                                     const std::vector<std::string>& labels) const {
  Measures measures = {
      {"accuracy", "Label accuracy, 10 neighbours", true, {}},
      {"trustworthiness", "Trustworthiness, 7 neighbours", true, {}},
      {"preservation", "Neighbours kept, of 10", true, {}},
      {"kl_divergence", "KL divergence, pooled", false,
       tsne::kl_divergence(affinities_, coordinates)},
  };
  if (!labels.empty()) {
    const auto accuracy = quality::label_accuracy(coordinates, labels, accuracy_neighbours);
    if (accuracy) measures[0].value = accuracy->value;
  }
  if (const auto near = neighbourhoods(data_, coordinates)) {
    measures[1].value = near->trustworthiness;
    measures[2].value = near->preservation;
  }
  return measures;
}

std::optional<Neighbourhoods> neighbourhoods(const Matrix& data, const Matrix& coordinates,
                                             int rank_neighbours, int shared_neighbours) {
  const Eigen::Index points = data.rows();
  if (2 * Eigen::Index{rank_neighbours} >= points || shared_neighbours >= points) {
    return std::nullopt;
  }
  const tsne::Neighbours in_data = tsne::nearest_neighbours(data, shared_neighbours);
  const tsne::Neighbours in_embedding =
      tsne::nearest_neighbours(coordinates, std::max(rank_neighbours, shared_neighbours));
  return Neighbourhoods{
      .trustworthiness = kept_ranks(data, in_embedding, rank_neighbours),
      .preservation = shared_part(in_data, in_embedding, points, shared_neighbours)};
}

std::string markdown_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += '|';
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const std::string blanks(widths[c] - width(rows[r][c]), ' ');
      text += ' ' + (c == 0 ? rows[r][c] + blanks : blanks + rows[r][c]) + " |";
    }
    text += '\n';
    if (r == 0) text += rule(widths);
  }
  return text;
}

std::string measure_text(std::optional<double> value) {
  if (!value) return "n/a";
  std::array<char, 400> text{};
  const double size = std::abs(*value);
  std::snprintf(text.data(), text.size(), "%.*f", size < 10 ? 3 : size < 1000 ? 1 : 0, *value);
  return text.data();
}

std::string measure_table(const std::vector<std::string>& embedding_names,
                          const std::vector<Measures>& measured) {
  std::vector<std::vector<std::string>> rows = {{""}};
  rows[0].insert(rows[0].end(), embedding_names.begin(), embedding_names.end());
  for (std::size_t m = 0; m < measured.front().size(); ++m) {
    const bool any = std::any_of(measured.begin(), measured.end(), [m](const Measures& of_map) {
      return of_map[m].value.has_value();
    });
    if (!any) continue;
    const Measure& measure = measured.front()[m];
    std::vector<std::string> row = {measure.title + (measure.higher_is_better ? " ↑" : " ↓")};
    for (const Measures& of_map : measured) row.push_back(measure_text(of_map[m].value));
    rows.push_back(row);
  }
  return markdown_table(rows);
}

}  // namespace dsne::tools
