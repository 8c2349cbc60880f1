#pragma once

#include "core/hash.h"
#include "core/json.h"

namespace dsne::methods {

/// A site's places for a message that all sites get: only who has the key can read them. Masked as
/// terms of sums are; a key is for one message only.
/// @param places within map_bound
Json sealed(const Matrix& places, const Bytes32& key);

/// The places that were sealed with that key.
/// @param name the member of `object` that holds them
/// @throws MessageError when there are none, or others
Matrix opened(const Json& object, const std::string& name, const Bytes32& key, Eigen::Index rows,
              Eigen::Index columns, std::string_view what);

}  // namespace dsne::methods
