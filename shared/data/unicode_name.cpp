#include "data/unicode_name.h"

#include <glib.h>

#include <memory>

namespace dsne::data {

std::string composed_name(const std::string& name) {
  const std::unique_ptr<char, void (*)(void*)> composed(
      g_utf8_normalize(name.c_str(), -1, G_NORMALIZE_DEFAULT_COMPOSE), g_free);
  return composed ? composed.get() : name;
}

bool is_utf8(std::string_view text) {
  return text.empty() ||
         g_utf8_validate(text.data(), static_cast<gssize>(text.size()), nullptr) != FALSE;
}

std::optional<std::string> converted(std::string_view text, const char* charset) {
  gsize size = 0;
  const std::unique_ptr<char, void (*)(void*)> utf8(
      g_convert(text.data(), static_cast<gssize>(text.size()), "UTF-8", charset, nullptr, &size,
                nullptr),
      g_free);
  if (!utf8) return std::nullopt;
  return std::string(utf8.get(), size);
}

}  // namespace dsne::data
