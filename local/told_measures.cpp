#include "local/told_measures.h"

#include <algorithm>

#include "core/errors.h"
#include "exchange/state_names.h"
#include "run/measure_choice.h"

namespace dsne::local {

ToldMeasures told_measures(const Json& message) {
  constexpr std::size_t longest = 1000;
  ToldMeasures told;
  if (message.contains("measures")) {
    told.uneven = run::parse_uneven(message["measures"], exchange::coordinator_message_name);
  }
  if (message.contains("left_out_sites")) {
    told.left_out_sites =
        texts_field(message, "left_out_sites", exchange::coordinator_message_name);
  }
  const bool fit = std::all_of(told.left_out_sites.begin(), told.left_out_sites.end(),
                               [](const std::string& site) { return site.size() <= longest; });
  if (!fit) throw MessageError("the remote's message: a site's name is too long");
  return told;
}

}  // namespace dsne::local
