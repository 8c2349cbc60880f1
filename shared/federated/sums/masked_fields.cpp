#include "federated/sums/masked_fields.h"

#include <span>

#include "core/base64.h"
#include "core/errors.h"

namespace dsne::federated {
namespace {

template <typename Value>
std::string pack_bytes(const Value& value) {
  return to_base64(std::as_bytes(std::span(&value, 1)));
}

template <typename Value>
Value bytes_field(const Json& object, const std::string& name, std::string_view what) {
  Value value{};
  if (!from_base64(text_field(object, name, what), std::as_writable_bytes(std::span(&value, 1)))) {
    throw MessageError(std::string(what) + ": " + name + " is damaged");
  }
  return value;
}

}  // namespace

Json pack_words(const privacy::Words& words, Eigen::Index rows, Eigen::Index columns) {
  return {
      {"rows", rows}, {"columns", columns}, {"uint64", to_base64(std::as_bytes(std::span(words)))}};
}

privacy::Words words_from(const Json& packed, Eigen::Index rows, Eigen::Index columns,
                          const std::string& what) {
  integer_field(packed, "rows", rows, rows, what);
  integer_field(packed, "columns", columns, columns, what);
  privacy::Words words(static_cast<std::size_t>(rows * columns));
  if (!from_base64(text_field(packed, "uint64", what), std::as_writable_bytes(std::span(words)))) {
    throw MessageError(what + " is damaged");
  }
  return words;
}

privacy::Words words_field(const Json& object, const std::string& name, Eigen::Index rows,
                           Eigen::Index columns, std::string_view what) {
  return words_from(field(object, name, what), rows, columns, std::string(what) + ": " + name);
}

Bytes32 key_field(const Json& object, const std::string& name, std::string_view what) {
  const auto key = from_hex(text_field(object, name, what));
  if (!key) throw MessageError(std::string(what) + ": " + name + " is not a key");
  return *key;
}

}  // namespace dsne::federated
