#include "quality/nearest_labels.h"

#include <algorithm>
#include <map>

#include "tsne/neighbours.h"

namespace dsne::quality {
namespace {

constexpr Eigen::Index asked = 10;

}  // namespace

std::vector<std::string> nearest_labels(const Matrix& places, const Matrix& known,
                                        const std::vector<std::string>& labels) {
  std::vector<std::string> result(static_cast<std::size_t>(places.rows()));
  std::vector<Eigen::Index> labelled;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!labels[i].empty()) labelled.push_back(static_cast<Eigen::Index>(i));
  }
  if (labelled.empty() || result.empty()) return result;
  const tsne::Neighbours nearest = tsne::nearest_candidates(
      places, known(labelled, Eigen::all), std::min<Eigen::Index>(asked, std::ssize(labelled)));
  const auto count = static_cast<std::size_t>(nearest.count);
  for (std::size_t place = 0; place < result.size(); ++place) {
    std::map<std::string, int> votes;
    for (std::size_t i = place * count; i < (place + 1) * count; ++i) {
      ++votes[labels[static_cast<std::size_t>(labelled[nearest.indices[i]])]];
    }
    result[place] = std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) {
                      return a.second < b.second;
                    })->first;
  }
  return result;
}

}  // namespace dsne::quality
