#include "data/east_asian_text.h"

#include <glib.h>

#include <memory>

namespace dsne::data {
namespace {

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// Whether each character is one of Shift-JIS, and most of those of two bytes begin where Latin
/// encodings have hardly any letters.
bool is_shift_jis(std::string_view text) {
  constexpr std::size_t least = 2;
  std::size_t pairs = 0;
  std::size_t telling = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const unsigned char lead = byte_at(text, at);
    const bool katakana = lead >= 0xA1 && lead <= 0xDF;
    if (lead < 0x80 || katakana) continue;
    if (lead == 0x80 || lead == 0xA0 || lead > 0xFC || at + 1 == text.size()) return false;
    const unsigned char trail = byte_at(text, ++at);
    if (trail < 0x40 || trail == 0x7F || trail > 0xFC) return false;
    ++pairs;
    telling += lead <= 0x9F ? 1U : 0U;
  }
  return pairs >= least && 2 * telling >= pairs;
}

}  // namespace

std::optional<std::string> from_shift_jis(std::string_view text) {
  if (!is_shift_jis(text)) return std::nullopt;
  gsize size = 0;
  const std::unique_ptr<char, void (*)(void*)> utf8(
      g_convert(text.data(), static_cast<gssize>(text.size()), "UTF-8", "CP932", nullptr, &size,
                nullptr),
      g_free);
  if (!utf8) return std::nullopt;
  return std::string(utf8.get(), size);
}

bool has_paired_bytes(std::string_view text) {
  constexpr std::size_t two_characters = 4;
  std::size_t runs = 0;
  std::size_t long_runs = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && byte_at(text, end) >= 0xA1) ++end;
    if (end == at) {
      if (byte_at(text, at) >= 0x80) return false;
      ++at;
      continue;
    }
    if ((end - at) % 2 != 0) return false;
    ++runs;
    long_runs += end - at >= two_characters ? 1U : 0U;
    at = end;
  }
  return runs > 1 && 2 * long_runs > runs;
}

}  // namespace dsne::data
