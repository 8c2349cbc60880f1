#pragma once

#include <functional>
#include <memory>

#include "core/json.h"
#include "methods/method.h"

namespace dsne::methods {

/// What a private method does to each gradient of [own; reference] before anything is made of it.
class GradientFilter {
 public:
  GradientFilter() = default;
  virtual ~GradientFilter() = default;
  GradientFilter(const GradientFilter&) = delete;
  GradientFilter& operator=(const GradientFilter&) = delete;
  GradientFilter(GradientFilter&&) = delete;
  GradientFilter& operator=(GradientFilter&&) = delete;

  /// Counts so many further releases against the site's budget, before anything private is touched
  /// for them; throws when one must not be made.
  virtual void charge(int iterations) = 0;

  /// The gradient to go on with; the given one must not be used any more.
  /// @param gradient points × dimensions
  /// @param iteration counted from 0
  /// @pre it was charged
  virtual Matrix filter(const Matrix& gradient, int iteration) = 0;

  /// What the next step's filter is made from.
  virtual Json state() const = 0;
};

/// Makes a site's filter, new (`state` null) or from the state of the step before.
using MakeGradientFilter =
    std::function<std::unique_ptr<GradientFilter>(const SiteProblem& problem, const Json& state)>;

}  // namespace dsne::methods
