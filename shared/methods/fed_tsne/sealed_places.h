#pragma once

#include "core/digest.h"
#include "core/json.h"

namespace dsne::methods {

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
