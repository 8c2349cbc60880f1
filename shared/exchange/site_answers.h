#pragma once

#include <map>
#include <string>

#include "core/json.h"
#include "exchange/site_answer.h"
#include "privacy/masked_sum.h"

namespace dsne::exchange {

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

  /// The same of a sum that the sites are told, too: puts it into a message, under its name
  /// (told_sum).
  /// @param shape of each term
  Matrix hand_on(const SumTerm& shape, Json& message) const;

 private:
  privacy::Words words(const std::string& name, Eigen::Index rows, Eigen::Index columns) const;

  std::map<std::string, Json> messages_;
};

}  // namespace dsne::exchange
