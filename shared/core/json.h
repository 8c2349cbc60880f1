#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.h"
#include "core/within.h"

namespace dsne {

using Json = nlohmann::json;

/// Returns a member of a JSON object from outside.
/// @param what names the object in errors ("the remote's message")
/// @throws MessageError when `object` is not an object or has no such member
const Json& field(const Json& object, const std::string& name, std::string_view what);

/// Returns a member that must be text. @throws MessageError otherwise
std::string text_field(const Json& object, const std::string& name, std::string_view what);

/// Returns a member that must be true or false. @throws MessageError otherwise
bool flag_field(const Json& object, const std::string& name, std::string_view what);

/// Returns a member that must be a whole number in [least, most]. @throws MessageError otherwise
std::int64_t integer_field(const Json& object, const std::string& name, std::int64_t least,
                           std::int64_t most, std::string_view what);

/// Returns a member that must be an array of whole numbers in [least, most], of any length or of
/// `size`.
/// @throws MessageError otherwise
std::vector<std::int64_t> integers_field(const Json& object, const std::string& name,
                                         std::int64_t least, std::int64_t most,
                                         std::string_view what);
std::vector<std::int64_t> integers_field(const Json& object, const std::string& name,
                                         Eigen::Index size, std::int64_t least, std::int64_t most,
                                         std::string_view what);

/// Returns a member that must be a number within ±largest_number. @throws MessageError otherwise
double number_field(const Json& object, const std::string& name, std::string_view what);

/// Returns a member that must be a matrix as `pack` writes it, of numbers within ±largest_number.
/// @throws MessageError otherwise
Matrix matrix_field(const Json& object, const std::string& name, Eigen::Index rows,
                    Eigen::Index columns, std::string_view what);

/// Returns a member that must be an array of `size` numbers within ±largest_number.
/// @throws MessageError otherwise
RowVector vector_field(const Json& object, const std::string& name, Eigen::Index size,
                       std::string_view what);

/// Returns a member that must be an array of `size` texts. @throws MessageError otherwise
std::vector<std::string> labels_field(const Json& object, const std::string& name,
                                      Eigen::Index size, std::string_view what);

/// Returns a member that must be an array of texts, of any length. @throws MessageError otherwise
std::vector<std::string> texts_field(const Json& object, const std::string& name,
                                     std::string_view what);

/// Returns a JSON array of numbers. @throws Error when one is not finite, which JSON cannot hold
Json json_array(const RowVector& vector);
Json json_array(const Matrix&) = delete;  // `pack` is for matrices.

/// Encodes a matrix for a message or a node's cache: {"rows", "columns", "float64"}, the entries as
/// base64 of little-endian float64 in row order. Keeps every bit, and is much faster to write and
/// read than decimal numbers.
/// @throws Error when an entry is not finite
Json pack(const Matrix& matrix);

/// Returns the matrix that `pack` encoded, of any shape. @throws MessageError when it is none
Matrix unpack(const Json& packed);

/// Returns whether a value looks like the result of `pack`: whole `rows` and `columns`, and text.
bool is_packed(const Json& value);

/// Returns the same JSON with whole numbers as integers (12.0 becomes 12, -0.0 becomes 0), as every
/// orchestrator delivers them. Files for people then do not depend on the orchestrator.
Json with_plain_numbers(Json json);

/// The deepest nesting that we read, more than any message or cache of ours has. Copying a document
/// that nests deeper could exhaust the stack.
inline constexpr int max_nested = 100;

/// Returns whether a text's arrays and objects nest deeper than `max_nested`.
bool nests_too_deeply(std::string_view text);

/// Parses a JSON document, several times as fast as Json::parse if its long texts are packed
/// numbers, and with the same result. @return nothing when the text is not JSON
std::optional<Json> parse_json(std::string_view text);

/// Returns the document in ASCII without spaces: the same text as Json::dump writes, but faster.
std::string to_ascii(const Json& document);

}  // namespace dsne
