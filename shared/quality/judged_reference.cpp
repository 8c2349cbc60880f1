#include "quality/judged_reference.h"

#include <boost/algorithm/string/predicate.hpp>

namespace dsne::quality {
namespace {

constexpr std::ptrdiff_t least_accepted = 20;

}  // namespace

bool means_excluded(const std::string& label) {
  return boost::algorithm::iequals(label, "exclude") ||
         boost::algorithm::iequals(label, "excluded");
}

JudgedReference judged(const Matrix& values, const std::vector<std::string>& labels) {
  std::vector<Eigen::Index> accepted;
  std::vector<Eigen::Index> excluded;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    (means_excluded(labels[i]) ? excluded : accepted).push_back(static_cast<Eigen::Index>(i));
  }
  if (std::ssize(accepted) < least_accepted) return {values};
  return {values(accepted, Eigen::all), values(excluded, Eigen::all)};
}

}  // namespace dsne::quality
