// What the parts of an iteration state are called in errors, and what their counts may be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dsne::exchange {

inline constexpr std::string_view coordinator_message_name = "the remote's message";
inline constexpr std::string_view cache_name = "the site's cache";
inline constexpr std::string_view coordinator_cache_name = "the remote's cache";

inline std::string message_name(const std::string& site) { return "the message of site " + site; }

/// The file in which the reference travels. It arrives in the sites' input folders.
inline constexpr const char* sent_reference_name = "dsne_reference.csv";

/// The file in which a site's summary travels where it is too long for a message.
inline constexpr const char* sent_summary_name = "dsne_summary.txt";

/// No message or cache may claim more points than this: they would not fit into any machine's
/// memory.
inline constexpr std::int64_t max_points = std::int64_t{1} << 31;

/// Nor more features.
inline constexpr std::int64_t max_features = std::int64_t{1} << 31;

/// How many faults of its files a site tells, and how long each is at most, in bytes.
inline constexpr std::size_t most_faults = 100;
inline constexpr std::size_t longest_fault = 2000;

}  // namespace dsne::exchange
