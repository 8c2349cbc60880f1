#pragma once

#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/json.h"
#include "privacy/masked_sum.h"

namespace dsne::exchange {

/// The member of a message with a site's masked terms, by their sums' names.
inline constexpr const char* masked_field = "masked";

/// The sum to which every site adds 1. It differs from the number of sites if the sites were told
/// different things.
inline constexpr const char* one_per_site = "sites";

/// Encodes masked words for a message: {"rows", "columns", "uint64"}, the words little-endian in
/// base64.
Json pack_words(const privacy::Words& words, Eigen::Index rows, Eigen::Index columns);

/// Returns a member written by pack_words. @throws MessageError when it is malformed or has another
/// shape
privacy::Words words_field(const Json& object, const std::string& name, Eigen::Index rows,
                           Eigen::Index columns, std::string_view what);

/// Returns a member that must be 64 hexadecimal digits. @throws MessageError otherwise
Bytes32 key_field(const Json& object, const std::string& name, std::string_view what);

}  // namespace dsne::exchange
