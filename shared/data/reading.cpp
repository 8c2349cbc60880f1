#include "data/reading.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/format.hpp>
#include <cmath>

namespace dsne::data {
namespace {

constexpr double spacing_tolerance = 0.01;

std::string kind_text(GeometryKind kind) {
  return kind == GeometryKind::images     ? "images"
         : kind == GeometryKind::networks ? "networks"
                                          : "a table";
}

/// "3 x 3 x 3.5", with up to four digits each.
template <class T>
std::string joined(const std::vector<T>& values) {
  std::vector<std::string> parts;
  parts.reserve(values.size());
  for (const T value : values) parts.push_back(str(boost::format("%.4g") % value));
  return boost::algorithm::join(parts, " x ");
}

std::string spacing_text(const Geometry& geometry) { return joined(geometry.spacing) + " mm"; }

bool same_spacing(const Geometry& one, const Geometry& other) {
  if (one.spacing.empty() || other.spacing.empty()) return true;
  return std::equal(
      one.spacing.begin(), one.spacing.end(), other.spacing.begin(), other.spacing.end(),
      [](double a, double b) { return std::abs(a - b) <= spacing_tolerance * std::max(a, b); });
}

std::string image_difference(const Geometry& one, const Geometry& other) {
  if (one.size != other.size) {
    return "has images of " + joined(one.size) + " voxels instead of " + joined(other.size);
  }
  if (!same_spacing(one, other)) {
    return "has voxels of " + spacing_text(one) + " instead of " + spacing_text(other) +
           ": bring all images into one space";
  }
  const bool both_say = !one.orientation.empty() && !other.orientation.empty();
  if (both_say && one.orientation != other.orientation) {
    return "has axes that point to " + one.orientation + " instead of " + other.orientation +
           ": reorient the images (fslreorient2std)";
  }
  return "";
}

std::string network_difference(const Geometry& one, const Geometry& other) {
  if (one.size != other.size) {
    return "has " + joined(one.size) + " regions instead of " + joined(other.size);
  }
  if (one.regions == other.regions) return "";
  if (one.regions.empty() || other.regions.empty()) {
    return one.regions.empty() ? "has regions without names, and others have names"
                               : "has regions with names, and others have none";
  }
  const bool reordered = std::is_permutation(one.regions.begin(), one.regions.end(),
                                             other.regions.begin(), other.regions.end());
  return reordered ? "has its regions in another order" : "has regions of other names";
}

}  // namespace

bool Geometry::is_orientation(const std::string& text) {
  return (text.empty() || text.size() == 3) &&
         text.find_first_not_of("RLAPSI") == std::string::npos;
}

std::string geometry_text(const Geometry& geometry) {
  if (geometry.kind == GeometryKind::none) return "";
  if (geometry.kind == GeometryKind::networks) {
    return "networks of " + joined(geometry.size) + " regions" +
           (geometry.regions.empty() ? ", without names" : "");
  }
  std::string text = "images of " + joined(geometry.size) + " voxels";
  if (!geometry.spacing.empty()) text += " of " + spacing_text(geometry);
  if (!geometry.orientation.empty()) text += ", axes " + geometry.orientation;
  return text;
}

std::string geometry_difference(const Geometry& one, const Geometry& other) {
  if (one.kind != other.kind) {
    return "brings " + kind_text(one.kind) + ", and others bring " + kind_text(other.kind);
  }
  if (one.kind == GeometryKind::images) return image_difference(one, other);
  if (one.kind == GeometryKind::networks) return network_difference(one, other);
  return "";
}

std::string SiteColumn::note() const {
  return "Column " + name + " tells " + std::to_string(groups) +
         " groups of scans apart, which are judged together.";
}

std::vector<std::pair<std::string, std::vector<std::string>>> names_by_reason(
    const std::vector<LeftOut>& columns) {
  using Reason = std::pair<std::string, std::vector<std::string>>;
  std::vector<Reason> reasons;
  for (const LeftOut& column : columns) {
    auto known = std::ranges::find(reasons, column.reason, &Reason::first);
    if (known == reasons.end()) known = reasons.insert(known, {column.reason, {}});
    known->second.push_back(column.name);
  }
  return reasons;
}

}  // namespace dsne::data
