#pragma once

#include <boost/core/noncopyable.hpp>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "privacy/microaggregation.h"

namespace dsne::methods {

/// A site's data as affinities see it: preprocessed, one row per point.
struct SitePoints {
  Matrix own;
  Matrix reference;
};

/// A site's subjects as its method sees them. Each table is read when it is asked for, which is
/// slow; a method that spends a budget asks after it has spent.
class SiteSubjects : private boost::noncopyable {
 public:
  virtual ~SiteSubjects() = default;

  virtual SitePoints points() = 0;

  /// The names of the features of SitePoints::own; none when they have none.
  virtual std::vector<std::string> features() = 0;

  /// Groups of at least so many, as affinities see the groups' means (grouped_subjects).
  virtual privacy::Groups groups(Eigen::Index least) = 0;

  /// Where the own points lie on the map of the sites' summaries, in a run on such a map.
  virtual Matrix places_on_summaries() = 0;
};

}  // namespace dsne::methods
