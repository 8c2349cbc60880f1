#pragma once

#include <boost/core/noncopyable.hpp>
#include <functional>
#include <memory>

#include "core/json.h"
#include "methods/method.h"

namespace dsne::methods {

/// A private method's treatment of each gradient of [own; reference] before any other use.
class GradientFilter : private boost::noncopyable {
 public:
  virtual ~GradientFilter() = default;

  /// Charges further releases to the site's budget, before any private data are used for them;
  /// throws if one must not be made.
  virtual void charge(int iterations) = 0;

  /// Returns the filtered gradient. The given one must not be used any more.
  /// @param gradient points × dimensions
  /// @param iteration counted from 0
  /// @pre it was charged
  virtual Matrix filter(const Matrix& gradient, int iteration) = 0;

  /// Returns the state for the next step's filter.
  virtual Json state() const = 0;
};

/// Makes a site's filter, new (`state` null) or from the state of the previous step.
using MakeGradientFilter =
    std::function<std::unique_ptr<GradientFilter>(const SiteProblem& problem, const Json& state)>;

}  // namespace dsne::methods
