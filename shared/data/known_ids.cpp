#include "data/known_ids.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>

#include "core/digest.h"

namespace dsne::data {

void KnownIds::add(const std::vector<std::string>& ids, const std::string& day,
                   const std::string& kind) {
  if (key.empty()) {
    key = kind + '/' + sha256(boost::algorithm::join(ids, "\n") + '\n').substr(0, 16);
  }
  const std::size_t next = days.size();
  bool is_new = false;
  for (const std::string& id : ids) is_new |= came.emplace(id, next).second;
  if (is_new) days.push_back(day);
}

std::vector<bool> KnownIds::newest(const std::vector<std::string>& ids) const {
  if (days.size() < 2) return {};
  std::vector<bool> result;
  result.reserve(ids.size());
  for (const std::string& id : ids) result.push_back(came.at(id) + 1 == days.size());
  return result;
}

std::string KnownIds::since() const { return days.size() < 2 ? "" : days[days.size() - 2]; }

bool KnownIds::is_whole() const {
  return !days.empty() &&
         std::ranges::all_of(came, [&](const auto& each) { return each.second < days.size(); });
}

}  // namespace dsne::data
