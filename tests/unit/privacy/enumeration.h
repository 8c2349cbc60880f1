// All outcomes of a random program with their probabilities, found by making every decision in
// every way.
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

#include "privacy/discrete_gaussian.h"

/// Makes decisions in every way, one path after the other.
class EnumeratedDecisions final : public dsne::privacy::exact::Decisions {
 public:
  using Integer = dsne::privacy::exact::Integer;

  /// A path that ends early.
  struct Unlikely {};    ///< it is below `least`
  struct NewAttempt {};  ///< it draws a second uniform integer, which begins a new attempt

  /// @param least paths of a smaller probability are not followed
  /// @param exponentials whether exp(−γ) is one decision, or made of fractions as the program does
  EnumeratedDecisions(long double least, bool exponentials)
      : least_(least), exponentials_(exponentials) {}

  Integer uniform_below(const Integer& bound) override {
    if (uniforms_++ > 0) throw NewAttempt{};
    const auto choices = bound.convert_to<std::size_t>();
    return choose(std::vector<long double>(choices, 1.0L / static_cast<long double>(choices)));
  }
  bool bernoulli(const Integer& numerator, const Integer& denominator) override {
    return decide(numerator.convert_to<long double>() / denominator.convert_to<long double>());
  }
  bool bernoulli_exp(const Integer& numerator, const Integer& denominator) override {
    if (!exponentials_) return Decisions::bernoulli_exp(numerator, denominator);
    return decide(
        std::exp(-numerator.convert_to<long double>() / denominator.convert_to<long double>()));
  }

  /// Starts on the next path. @return false when there was none left
  bool next() {
    while (!path_.empty() && path_.back().choice + 1 == path_.back().probabilities.size()) {
      path_.pop_back();
    }
    if (path_.empty() && begun_) return false;
    if (begun_) ++path_.back().choice;
    begun_ = true;
    at_ = 0;
    uniforms_ = 0;
    probability_ = 1;
    return true;
  }
  long double probability() const { return probability_; }

 private:
  struct Branch {
    std::vector<long double> probabilities;
    std::size_t choice = 0;
  };

  bool decide(long double probability) { return choose({1 - probability, probability}) == 1; }

  std::size_t choose(const std::vector<long double>& probabilities) {
    if (at_ == path_.size()) path_.push_back({probabilities});
    const std::size_t choice = path_[at_++].choice;
    probability_ *= probabilities[choice];
    if (probability_ < least_) throw Unlikely{};
    return choice;
  }

  long double least_;
  bool exponentials_;
  std::vector<Branch> path_;
  std::size_t at_ = 0;
  int uniforms_ = 0;
  long double probability_ = 1;
  bool begun_ = false;
};

/// What an enumeration found.
template <typename Outcome>
struct Enumeration {
  std::map<Outcome, long double> outcomes;  ///< of the paths that end
  long double unlikely = 0;                 ///< of those that were not followed
  long double new_attempts = 0;             ///< of those that begin again
};

template <typename Outcome, typename Program>
Enumeration<Outcome> enumerated(EnumeratedDecisions decisions, const Program& program) {
  Enumeration<Outcome> found;
  while (decisions.next()) {
    try {
      const Outcome outcome = program(decisions);
      found.outcomes[outcome] += decisions.probability();
    } catch (const EnumeratedDecisions::Unlikely&) {
      found.unlikely += decisions.probability();
    } catch (const EnumeratedDecisions::NewAttempt&) {
      found.new_attempts += decisions.probability();
    }
  }
  return found;
}
