#pragma once

#include <map>
#include <string>

#include "core/json.h"

namespace dsne::federated {

/// All sites' answers to a message of the coordinator's: what each said, and the sums of what
/// they masked.
class SiteAnswers {
 public:
  /// @param messages by site
  /// @throws MessageError when the sites' masks do not cancel out: one was told something else than
  ///   another, or answered something else
  explicit SiteAnswers(std::map<std::string, Json> messages);

  const std::map<std::string, Json>& messages() const { return messages_; }

  /// Whether every site has added to a sum of that name.
  bool has_sum(const std::string& name) const;

  /// The sum over the sites of what they masked under a name.
  /// @param bound as the sites have it
  /// @throws MessageError naming the site whose term is missing or of another shape
  Matrix sum(const std::string& name, Eigen::Index rows, Eigen::Index columns, double bound) const;

  /// The masked terms of that name by site, to be handed on (SiteSums::verified_sum).
  /// @throws MessageError when a site has sent none
  Json masked_terms(const std::string& name) const;

 private:
  std::map<std::string, Json> messages_;
};

}  // namespace dsne::federated
