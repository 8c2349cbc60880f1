#include "report/score_colouring.h"

namespace dsne::report {
namespace {

/// The groups from odd to ordinary, in mark_style's colours from warm to cold.
std::vector<Group> score_groups() {
  const auto colour = [](std::size_t entry) { return mark_style(entry).colour; };
  return {{"flagged", {Shape::diamond, colour(5)}},
          {"also to check", {Shape::triangle, colour(1)}},
          {"score from 0.95", {Shape::circle, colour(1)}},
          {"score 0.80 to 0.95", {Shape::circle, colour(7)}},
          {"score 0.50 to 0.80", {Shape::circle, colour(4)}},
          {"score below 0.50", {Shape::circle, colour(0)}},
          {"others", {Shape::circle, background_grey}, true}};
}

std::size_t group_of(const quality::OutlierScores& outliers, std::size_t subject) {
  if (outliers.flagged.at(subject)) return 0;
  if (outliers.also_check.at(subject)) return 1;
  const double score = outliers.scores(static_cast<Eigen::Index>(subject));
  if (score >= 0.95) return 2;
  if (score >= 0.80) return 3;
  return score >= 0.50 ? 4 : 5;
}

}  // namespace

Colouring by_score(const Embedding& embedding, std::size_t site,
                   const quality::OutlierScores& outliers) {
  Colouring result{"By outlier score", score_groups(), {}};
  const std::size_t background = result.groups.size() - 1;
  std::size_t subject = 0;
  for (std::size_t point = 0; point < embedding.sites.size(); ++point) {
    std::size_t group = background;
    if (embedding.sites[point] == site) {
      group = group_of(outliers, subject);
      ++subject;
    }
    result.group_of_point.push_back(group);
    if (is_drawable(embedding, point)) ++result.groups[group].points;
  }
  return result;
}

}  // namespace dsne::report
