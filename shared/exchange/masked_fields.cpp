#include "exchange/masked_fields.h"

#include <span>

#include "core/base64.h"
#include "core/errors.h"

namespace dsne::exchange {
Json pack_words(const privacy::Words& words, Eigen::Index rows, Eigen::Index columns) {
  return {
      {"rows", rows}, {"columns", columns}, {"uint64", to_base64(std::as_bytes(std::span(words)))}};
}

privacy::Words words_field(const Json& object, const std::string& name, Eigen::Index rows,
                           Eigen::Index columns, std::string_view what) {
  const Json& packed = field(object, name, what);
  const std::string whose = std::string(what) + ": " + name;
  integer_field(packed, "rows", rows, rows, whose);
  integer_field(packed, "columns", columns, columns, whose);
  privacy::Words words(static_cast<std::size_t>(rows * columns));
  if (!from_base64(text_field(packed, "uint64", whose), std::as_writable_bytes(std::span(words)))) {
    throw MessageError(whose + " is damaged");
  }
  return words;
}

Bytes32 key_field(const Json& object, const std::string& name, std::string_view what) {
  const auto key = from_hex(text_field(object, name, what));
  if (!key) throw MessageError(std::string(what) + ": " + name + " is not a key");
  return *key;
}

}  // namespace dsne::exchange
