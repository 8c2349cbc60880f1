#pragma once

#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/json.h"
#include "privacy/masked_sum.h"
#include "privacy/sealed_key.h"

namespace dsne::federated {

/// The member of a message that holds a site's masked terms, by their sums' names.
inline constexpr const char* masked_field = "masked";

/// The sum to which every site adds 1: it is the number of sites, unless a site was told something
/// else than another.
inline constexpr const char* one_per_site = "sites";

/// Masked words for a message: {"rows", "columns", "uint64"}, the words little-endian in base64.
Json pack_words(const privacy::Words& words, Eigen::Index rows, Eigen::Index columns);

/// What pack_words has made, and a member of that kind.
/// @throws MessageError when it is none, or of another shape
privacy::Words words_from(const Json& packed, Eigen::Index rows, Eigen::Index columns,
                          const std::string& what);
privacy::Words words_field(const Json& object, const std::string& name, Eigen::Index rows,
                           Eigen::Index columns, std::string_view what);

/// The member of a term, or of a sum, that holds its checksum: 16 bytes, little-endian, in base64.
inline constexpr const char* check_field = "check";

/// Its text, and the number again. @throws MessageError when there is none, or it is damaged
std::string pack_checksum(const privacy::Checksum& checksum);
privacy::Checksum checksum_field(const Json& term, std::string_view what);

/// The member of a message that holds the sites' common key, sealed for each site but the one whose
/// name comes first.
inline constexpr const char* sealed_keys_field = "sealed_keys";

/// A sealed key's text, and the member of a name again.
/// @throws MessageError when there is none, or it is damaged
std::string pack_sealed_key(const privacy::SealedKey& key);
privacy::SealedKey sealed_key_field(const Json& object, const std::string& name,
                                    std::string_view what);

/// A member that must be 64 hexadecimal digits. @throws MessageError otherwise
Bytes32 key_field(const Json& object, const std::string& name, std::string_view what);

}  // namespace dsne::federated
