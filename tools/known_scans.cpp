#include "tools/known_scans.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem/operations.hpp>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/json_text.h"

namespace dsne::tools {
namespace {

constexpr const char* file_name = "known_scans.json";
constexpr const char* what = "known_scans.json in the folder of results";

KnownScans parse(const std::string& text) {
  const InputError damaged(
      std::string(what) +
      " is damaged: restore it from a backup, or remove it, and load your saved "
      "decisions in the page");
  const auto json = parse_json(text);
  if (!json || !json->is_object()) throw damaged;
  try {
    KnownScans known{text_field(*json, "key", what), texts_field(*json, "days", what), {}};
    const Json& scans = field(*json, "scans", what);
    if (!scans.is_object() || known.days.empty()) throw damaged;
    for (const auto& [id, day] : scans.items()) {
      if (!day.is_number_unsigned() || day.get<std::size_t>() >= known.days.size()) throw damaged;
      known.came.emplace(id, day.get<std::size_t>());
    }
    return known;
  } catch (const MessageError&) {
    throw damaged;
  }
}

}  // namespace

std::vector<bool> KnownScans::newest(const std::vector<std::string>& ids) const {
  if (days.size() < 2) return {};
  std::vector<bool> result;
  result.reserve(ids.size());
  for (const std::string& id : ids) result.push_back(came.at(id) + 1 == days.size());
  return result;
}

std::string KnownScans::since() const { return days.size() < 2 ? "" : days[days.size() - 2]; }

std::size_t KnownScans::missing(const std::vector<std::string>& ids) const {
  return came.size() - ids.size();
}

KnownScans known_scans(const fs::path& folder, const std::vector<std::string>& ids,
                       const std::string& day) {
  const fs::path file = folder / file_name;
  boost::system::error_code error;
  KnownScans known;
  if (fs::exists(file, error)) {
    known = parse(read_file(file, what));
  } else {
    known.key = "scans/" + sha256(boost::algorithm::join(ids, "\n") + '\n').substr(0, 16);
  }
  const std::size_t next = known.days.size();
  for (const std::string& id : ids) known.came.emplace(id, next);
  if (std::ranges::any_of(known.came, [&](const auto& each) { return each.second == next; })) {
    known.days.push_back(day);
  }
  return known;
}

File kept_file(const KnownScans& known) {
  const Json json = {{"key", known.key}, {"days", known.days}, {"scans", known.came}};
  return {file_name, json.dump(1) + '\n', what};
}

}  // namespace dsne::tools
