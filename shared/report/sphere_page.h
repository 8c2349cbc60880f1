#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "report/page.h"
#include "report/page_text.h"
#include "sphere/group_sphere.h"

namespace dsne::report {

/// A site's subjects beside the group. They must not be in a page that leaves the site.
struct OwnOnSphere {
  std::vector<std::string> ids;
  sphere::OwnNetworks networks;
};

/// What the page of a group's network on its sphere shows.
struct SpherePage {
  std::string title;
  PageEntries highlights;
  std::vector<std::string> sentences;
  std::vector<PageTable> tables = {};
  sphere::GroupSphere group;
  std::optional<OwnOnSphere> own;  ///< nothing in a joint report
  PageEntries files;               ///< name of a file beside the page, and what it holds
};

/// The page's text, as self-contained and as safe against whatever regions and subjects are called
/// as page_html.
std::string sphere_page_html(const SpherePage& page);

/// The group's regions: region, network, coordinates, the subjects' mean distance, and the place
/// on the Poincaré disk where it is known.
std::string sphere_csv(const sphere::GroupSphere& group);

/// A site's subjects: id, distance from the group, score, whether it is flagged, and the distance
/// at each region.
std::string sphere_subjects_csv(const std::vector<std::string>& regions, const OwnOnSphere& own);

/// What is to be said of how well the sphere shows the network, in sentences.
std::vector<std::string> sphere_sentences(const sphere::GroupSphere& group);

}  // namespace dsne::report
