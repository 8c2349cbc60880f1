#include "data/unicode_name.h"

#include <glib.h>

#include <memory>

namespace dsne::data {

std::string composed_name(const std::string& name) {
  const std::unique_ptr<char, void (*)(void*)> composed(
      g_utf8_normalize(name.c_str(), -1, G_NORMALIZE_DEFAULT_COMPOSE), g_free);
  return composed ? composed.get() : name;
}

std::string cut_name(std::string name, std::size_t most) {
  if (name.size() <= most) return name;
  name.resize(most);
  while (!name.empty() && (static_cast<unsigned char>(name.back()) & 0x80U) != 0) name.pop_back();
  return name;
}

}  // namespace dsne::data
