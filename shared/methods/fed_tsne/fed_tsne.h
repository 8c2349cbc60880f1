#pragma once

#include <string>
#include <string_view>

#include "core/digest.h"
#include "core/json.h"
#include "core/matrix.h"
#include "methods/method.h"

namespace dsne::methods {

/// Fed-tSNE and Fed-UMAP (Qiao, Ma & Fan 2025): every site sends its subjects' distances to the
/// reference. The coordinator computes the distances between all subjects, embeds them by t-SNE or
/// UMAP, and sends each site its own subjects' positions. The distances reveal the data.
const Method& fed_tsne();
const Method& fed_umap();

/// Computes the distances of points to landmarks (points × landmarks).
/// @param points, landmarks in the same features
Matrix landmark_distances(const Matrix& points, const Matrix& landmarks);

/// Computes points from their distances to landmarks. The difference of a squared distance from a
/// point's mean one is linear in the point, so least squares find the point in the landmarks' span
/// (landmark MDS, de Silva & Tenenbaum 2004, which is Nyström's formula on centred squared
/// distances, Platt 2005). If the landmarks span all features, the result is the points themselves.
/// @param distances finite, at least 0 (points × landmarks)
/// @return points × (features + 1); the last column is the distance from that span
Matrix points_at_distances(const Matrix& distances, const Matrix& landmarks);

/// Encrypts a site's positions for a message to all sites, by a mask like those of sums. Use a key
/// for one message only.
/// @param places within map_bound
Json sealed(const Matrix& places, const Bytes32& key);

/// Decrypts positions that were sealed with this key.
/// @param name the member of `object` with the positions
/// @throws MessageError when they are missing, or sealed with another key
Matrix opened(const Json& object, const std::string& name, const Bytes32& key, Eigen::Index rows,
              Eigen::Index columns, std::string_view what);

}  // namespace dsne::methods
