#pragma once

#include <map>
#include <string>

#include "core/json.h"
#include "exchange/site_answer.h"
#include "privacy/masked_sum.h"

namespace dsne::exchange {

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
  privacy::Words words(const std::string& name, Eigen::Index rows, Eigen::Index columns) const;

  std::map<std::string, Json> messages_;
};

}  // namespace dsne::exchange
