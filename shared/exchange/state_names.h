// Names of messages and caches in errors, and limits of their counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/within.h"

namespace dsne::exchange {

inline constexpr std::string_view coordinator_message_name = "the remote's message";
inline constexpr std::string_view cache_name = "the site's cache";
inline constexpr std::string_view coordinator_cache_name = "the remote's cache";

inline std::string message_name(const std::string& site) { return "the message of site " + site; }

/// The file that carries the reference. It arrives in the sites' input folders.
inline constexpr const char* sent_reference_name = "dsne_reference.csv";

/// The file that carries a site's summary if it is too long for a message.
inline constexpr const char* sent_summary_name = "dsne_summary.txt";

/// The most points, and the most features, that a message or cache may claim.
inline constexpr std::int64_t max_points = most_claimed;
inline constexpr std::int64_t max_features = most_claimed;

/// The most faults of its files that a site reports, and the most bytes of each.
inline constexpr std::size_t most_faults = 100;
inline constexpr std::size_t longest_fault = 2000;

}  // namespace dsne::exchange
