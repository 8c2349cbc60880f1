#pragma once

#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/json.h"
#include "privacy/masked_sum.h"

namespace dsne::exchange {

/// The member of a message that holds a site's masked terms, by their sums' names.
inline constexpr const char* masked_field = "masked";

/// The sum to which every site adds 1: it is the number of sites, unless a site was told something
/// else than another.
inline constexpr const char* one_per_site = "sites";

/// Masked words for a message: {"rows", "columns", "uint64"}, the words little-endian in base64.
Json pack_words(const privacy::Words& words, Eigen::Index rows, Eigen::Index columns);

/// A member that pack_words has made. @throws MessageError when it is none, or of another shape
privacy::Words words_field(const Json& object, const std::string& name, Eigen::Index rows,
                           Eigen::Index columns, std::string_view what);

/// A member that must be 64 hexadecimal digits. @throws MessageError otherwise
Bytes32 key_field(const Json& object, const std::string& name, std::string_view what);

}  // namespace dsne::exchange
