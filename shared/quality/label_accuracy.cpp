#include "quality/label_accuracy.h"

#include <algorithm>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace dsne::quality {
namespace {

namespace bg = boost::geometry;

// A point of the map; the third coordinate of a flat map is 0.
using IndexedPlace = bg::model::point<double, 3, bg::cs::cartesian>;
using Entry = std::pair<IndexedPlace, std::size_t>;

std::vector<Entry> labelled_entries(const Matrix& coordinates,
                                    const std::vector<std::string>& labels) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].empty()) continue;
    const auto row = static_cast<Eigen::Index>(i);
    entries.emplace_back(IndexedPlace(coordinates(row, 0), coordinates(row, 1),
                                      coordinates.cols() > 2 ? coordinates(row, 2) : 0.0),
                         i);
  }
  return entries;
}

const std::string& commonest(const std::map<std::string, int>& votes) {
  return std::max_element(votes.begin(), votes.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

}  // namespace

std::optional<LabelAccuracy> label_accuracy(const Matrix& coordinates,
                                            const std::vector<std::string>& labels,
                                            int neighbours) {
  const std::vector<Entry> entries = labelled_entries(coordinates, labels);
  std::set<std::string> distinct(labels.begin(), labels.end());
  distinct.erase("");
  if (std::ssize(entries) <= neighbours || distinct.size() < 2) return std::nullopt;

  const bg::index::rtree<Entry, bg::index::rstar<16>> tree(entries);
  Eigen::Index right = 0;
  for (const Entry& entry : entries) {
    const auto nearest_others =
        bg::index::nearest(entry.first, static_cast<unsigned>(neighbours)) &&
        bg::index::satisfies([&](const Entry& other) { return other.second != entry.second; });
    std::map<std::string, int> votes;
    for (auto it = tree.qbegin(nearest_others); it != tree.qend(); ++it) {
      ++votes[labels[it->second]];
    }
    if (commonest(votes) == labels[entry.second]) ++right;
  }
  LabelAccuracy accuracy;
  accuracy.neighbours = neighbours;
  accuracy.points = std::ssize(entries);
  accuracy.value = static_cast<double>(right) / static_cast<double>(accuracy.points);
  return accuracy;
}

}  // namespace dsne::quality
