#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/within.h"
#include "privacy/masked_sum.h"

// Names of messages and caches in errors, and limits of their counts.

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

/// The bound of sums of positions and displacements; no map of ours is that wide.
inline constexpr double map_bound = 1e6;

/// A site's term of a masked sum over the sites.
struct SumTerm {
  std::string name;
  double bound = 1;  ///< the same at every site; a number beyond it ends the run
  Matrix values;
  /// The variance of the site's share of noise (DiscreteGaussian), added to each value; the values
  /// are then whole numbers. 0 for none.
  double noise = 0;
};

/// A site's answer to the coordinator.
struct SiteAnswer {
  Json fields = Json::object();  ///< sent as they are
  std::vector<SumTerm> sums;
};

/// The member of a message with a site's masked terms, by their sums' names.
inline constexpr const char* masked_field = "masked";

/// The sum to which every site adds 1. It differs from the number of sites if the sites were told
/// different things.
inline constexpr const char* one_per_site = "sites";

/// Encodes masked words for a message: {"rows", "columns", "uint64"}, the words little-endian in
/// base64.
Json pack_words(const privacy::Words& words, Eigen::Index rows, Eigen::Index columns);

/// Returns a member written by pack_words. @throws MessageError when it is malformed or has another
/// shape
privacy::Words words_field(const Json& object, const std::string& name, Eigen::Index rows,
                           Eigen::Index columns, std::string_view what);

/// All sites' answers to one message of the coordinator, with the sums of their masked terms.
class SiteAnswers {
 public:
  /// @param messages by site
  /// @throws MessageError when the sites' masks do not cancel out, because the sites were told, or
  ///   answered, different things
  explicit SiteAnswers(std::map<std::string, Json> messages);

  const std::map<std::string, Json>& messages() const { return messages_; }

  /// Returns whether every site has a term of that sum.
  bool has_sum(const std::string& name) const;

  /// Returns the sum over the sites of the terms with a name.
  /// @param bound the sites' bound
  /// @throws MessageError naming the site whose term is missing or has another shape
  Matrix sum(const std::string& name, Eigen::Index rows, Eigen::Index columns, double bound) const;

  /// Returns a sum that the sites are told too: also writes it into a message under its name
  /// (told_sum).
  /// @param shape of each term
  Matrix hand_on(const SumTerm& shape, Json& message) const;

 private:
  std::map<std::string, Json> messages_;
};

}  // namespace dsne::exchange
