#include "data/unicode_name.h"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

namespace dsne::data {

std::string composed_name(const std::string& name) {
  const auto* const bytes = reinterpret_cast<const utf8proc_uint8_t*>(name.c_str());
  const std::unique_ptr<utf8proc_uint8_t, void (*)(void*)> composed(utf8proc_NFC(bytes), std::free);
  return composed ? reinterpret_cast<const char*>(composed.get()) : name;
}

}  // namespace dsne::data
