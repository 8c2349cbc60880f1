#include "local/told_measures.h"

#include <algorithm>

#include "core/errors.h"
#include "exchange/state_names.h"
#include "run/measure_choice.h"

namespace dsne::local {

namespace {

/// Sites' names, where the message has a list of them.
std::vector<std::string> told_sites(const Json& message, const std::string& list) {
  constexpr std::size_t longest = 1000;
  if (!message.contains(list)) return {};
  std::vector<std::string> sites = texts_field(message, list, exchange::coordinator_message_name);
  const bool fit = std::all_of(sites.begin(), sites.end(),
                               [](const std::string& site) { return site.size() <= longest; });
  if (!fit) throw MessageError("the remote's message: a site's name is too long");
  return sites;
}

}  // namespace

ToldMeasures told_measures(const Json& message) {
  ToldMeasures told;
  if (message.contains("measures")) {
    told.uneven = run::parse_uneven(message["measures"], exchange::coordinator_message_name);
  }
  told.left_out_sites = {told_sites(message, "left_out_sites"), told_sites(message, "lost_sites")};
  return told;
}

}  // namespace dsne::local
