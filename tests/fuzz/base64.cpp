// Packed numbers of a message.

#include <vector>

#include "core/digest.h"
#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  const auto data = std::as_bytes(std::span(bytes));
  std::vector<std::byte> back(data.size());
  require(dsne::from_base64(dsne::to_base64(data), back));
  require(std::equal(data.begin(), data.end(), back.begin()));

  std::vector<std::byte> decoded(bytes.size() / 4 * 3);
  for (std::size_t padding = 0; padding < 3 && padding <= decoded.size(); ++padding) {
    const std::span wanted(decoded.data(), decoded.size() - padding);
    if (dsne::from_base64(bytes, wanted)) require(dsne::to_base64(wanted) == bytes);
  }
}
