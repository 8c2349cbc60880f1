#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "report/facts.h"
#include "report/page.h"
#include "sphere/group_sphere.h"

namespace dsne::report {

/// A site's subjects compared with the group. They must not be in a page that leaves the site.
struct OwnOnSphere {
  std::vector<std::string> ids;
  sphere::OwnNetworks networks;
};

/// The content of the page of a group's network on its sphere.
struct SpherePage : PageText {
  sphere::GroupSphere group;
  std::optional<OwnOnSphere> own;  ///< empty in a joint report
};

/// Returns the page's HTML, self-contained and escaped like page_html.
std::string sphere_page_html(const SpherePage& page);

/// Writes the group's regions as CSV: region, network, coordinates, the subjects' mean distance,
/// and the position on the Poincaré disk if known.
std::string sphere_csv(const sphere::GroupSphere& group);

/// Writes a site's subjects as CSV: id, distance from the group, score, whether it is flagged, and
/// the distance at each region.
std::string sphere_subjects_csv(const std::vector<std::string>& regions, const OwnOnSphere& own);

/// Returns the files of a site's own report of a sphere, with its own subjects: `sphere.csv`,
/// `subjects.csv` and the page. They must not leave the site.
/// @param ids of the subjects
Files site_sphere_files(const SiteFacts& site, const sphere::SiteSphere& sphere, const Names& ids);

/// Returns the files of the joint report of a sphere.
Files joint_sphere_files(const JointFacts& facts, const sphere::GroupSphere& group);

}  // namespace dsne::report
