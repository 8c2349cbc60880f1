#pragma once

#include <functional>
#include <optional>
#include <string>

#include "federated/novel_groups.h"
#include "federated/reference/extension.h"
#include "federated/reference/landmark_tree_site.h"

namespace dsne::federated {

/// What a site has to work with while a given reference is extended.
struct ExtensionSiteProblem {
  Parameters parameters;
  Eigen::Index own_points = 0;
  std::function<Group()> read_lacking;      ///< lacking_subjects of the own points; slow
  std::function<SitePoints()> read_points;  ///< own and given ones as affinities see them; slow
  VerifiedSum verified_sum;
};

/// A site's half of extending a given reference. It lives for one step, and answers each question
/// once: how many the reference lacks, whether these may be summed, and the tree's.
class ExtensionSite {
 public:
  /// @param state of the step before, or null
  /// @throws MessageError when the state is damaged
  ExtensionSite(ExtensionSiteProblem problem, const Json& state);

  // The tree asks it for its points.
  ExtensionSite(const ExtensionSite&) = delete;
  ExtensionSite& operator=(const ExtensionSite&) = delete;
  ExtensionSite(ExtensionSite&&) = delete;
  ExtensionSite& operator=(ExtensionSite&&) = delete;
  ~ExtensionSite() = default;

  /// Answers one message; everything in the result leaves the site, sums masked.
  /// @throws MessageError when the message is not one that may come now
  SiteAnswer answer(const Json& message);

  /// Whether the reference may stay as it was given: landmarks have not begun.
  bool may_leave_reference() const { return !answered_.empty() && !tree_; }

  /// Checks the landmarks by the sums that this site has verified.
  /// @throws MessageError when they are others
  void check(const AddedLandmarks& added) const;

  /// What the next step's object is made from.
  Json state() const;

 private:
  SiteAnswer count_lacking();
  /// Leaves some of the lacking out, or all, so that none of them, or enough, and none of the
  /// others, or enough, are at this site: else another one would have to veto.
  void keep_parts_large();
  SiteAnswer first_veto(const Json& message);
  SiteAnswer first_moments(const Json& message);
  std::vector<bool> own_veto() const;
  ExtensionSpace space() const { return extension_space(all_points().reference); }
  const SitePoints& all_points() const;
  /// Of the lacking ones, about the reference's middle.
  const Matrix& points();
  LandmarkTreeProblem tree_problem();

  ExtensionSiteProblem problem_;
  std::string answered_;       ///< the stage of the last message; "" before the first
  Group lacking_;              ///< rows of the own points; none where they are too few
  Eigen::Index subjects_ = 0;  ///< of all sites
  Eigen::Index lacking_of_all_ = 0;
  std::optional<LandmarkTreeSite> tree_;
  mutable std::optional<SitePoints> all_points_;
  std::optional<Matrix> points_;
};

}  // namespace dsne::federated
