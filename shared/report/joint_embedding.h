#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/matrix.h"

// The map that all sites see. What a site writes of its own subjects, by their ids, is in
// report/own_lists.h.
namespace dsne::report {

/// An embedding to draw or write. Coordinates, sites and labels have one entry per point.
struct Embedding {
  Matrix coordinates;                   ///< points × 2 or 3
  std::vector<std::string> site_names;  ///< the sites, in the legend's order
  std::vector<std::size_t> sites;       ///< each point's site, an index of site_names
  std::vector<std::string> labels;      ///< each point's label, "" if unknown
  std::vector<double> subjects = {};    ///< how many each point stands for; empty if each is one
  Matrix measured = {};  ///< points × a site's page's measures, NaN where unknown; empty if all are
};

/// The name of the public reference among a map's sites.
inline constexpr const char* reference_site = "reference";

/// The name of groups that a site alone is compared with, which are drawn as a reference is.
inline constexpr const char* compared_site = "compared scans";

/// One site's part of the joint map.
struct EmbeddingPart {
  std::string site;
  Eigen::Index points = 0;            ///< the number of the site's subjects, shared or not
  Matrix coordinates;                 ///< points × dimensions; no rows if not shared
  std::vector<std::string> labels;    ///< one per position, "" if missing; empty if not shared
  std::vector<double> subjects = {};  ///< how many subjects each position stands for; empty if one
  Matrix measured = {};               ///< positions × measures, as Embedding has them; never sent
};

/// Reads what a site shares of its points: `places` and `labels`, if they are there.
/// @throws MessageError when they have another shape, or a value is not finite
EmbeddingPart parse_part(const std::string& site, Eigen::Index points, const Json& json,
                         int dimensions, std::string_view what);

/// Returns the map as the coordinator sends it to the sites: {"reference": {…}, "sites": {name:
/// {…}}}.
Json to_json(const std::vector<EmbeddingPart>& parts);

/// Reads the parts of a map from to_json, the reference first, the sites in natural order.
/// @throws MessageError when a part has another shape than `dimensions`, or a value is not finite
std::vector<EmbeddingPart> parse_embedding(const Json& json, int dimensions, std::string_view what);

/// Moves the first part's points, and what is measured of them, to the sites that they belong to,
/// if these share no positions themselves. Points of any other source stay in the first part.
/// @param sources  for each point of the first part, the number of its source
/// @param names    of the sources, which are sites or public scans
/// @param subjects for each point, how many subjects it stands for
std::vector<EmbeddingPart> with_sources(const std::vector<EmbeddingPart>& parts,
                                        const std::vector<Eigen::Index>& sources,
                                        const std::vector<std::string>& names,
                                        const Vector& subjects);

/// Joins the parts that have positions into one embedding.
Embedding joined(const std::vector<EmbeddingPart>& parts);

/// Returns what is measured of the points of all sites but one; empty if nothing is.
Matrix measured_elsewhere(const Embedding& embedding, std::size_t site);

/// Writes a map as CSV for everyone: the header "site,x,y,label" ("site,x,y,z,label" in three
/// dimensions) and a row per point. Holds no subject's id.
std::string joint_csv(const Embedding& embedding);

/// Writes the summaries' rows on a map as CSV: the header "site,x,y,subjects"
/// ("site,x,y,z,subjects" in three dimensions) and a row per point.
std::string summary_csv(const Embedding& embedding);

}  // namespace dsne::report
