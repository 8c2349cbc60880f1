#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "report/embedding.h"

namespace dsne::report {

/// The public reference is a site of this name on every map.
inline constexpr const char* reference_site = "reference";

/// One site's part of the joint map.
struct EmbeddingPart {
  std::string site;
  Eigen::Index points = 0;            ///< how many subjects the site has, shared or not
  Matrix coordinates;                 ///< points × dimensions, or no row when they are not shared
  std::vector<std::string> labels;    ///< one per place, "" where missing; empty when not shared
  std::vector<double> subjects = {};  ///< how many subjects each place stands for; empty where one
};

/// The map as the coordinator tells it to the sites: {"reference": {…}, "sites": {name: {…}}}.
Json to_json(const std::vector<EmbeddingPart>& parts);

/// The parts of a map that to_json made, the reference first, the sites in natural order.
/// @throws MessageError when a part has another shape than `dimensions` says, or a value not finite
std::vector<EmbeddingPart> parse_embedding(const Json& json, int dimensions, std::string_view what);

/// The parts with the first one's points at the sites that they are of, where these have no places
/// of their own. The first part keeps those that are of no named source.
/// @param sources  per point of the first part the number of its source
/// @param names    of the sources, which are sites
/// @param subjects per point how many subjects it stands for
std::vector<EmbeddingPart> with_sources(const std::vector<EmbeddingPart>& parts,
                                        const std::vector<Eigen::Index>& sources,
                                        const std::vector<std::string>& names,
                                        const Vector& subjects);

/// The parts that have places, as one map.
Embedding joined(const std::vector<EmbeddingPart>& parts);

}  // namespace dsne::report
