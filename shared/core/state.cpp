#include "core/state.h"

#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/version.h"

namespace dsne {
namespace {

constexpr const char* digest_name = "digest";

/// Orchestrators deliver 1.0 as 1.
std::string digest_of(Json cache) {
  return sha256(std::string(version()) + with_plain_numbers(std::move(cache)).dump());
}

}  // namespace

Json with_digest(Json cache) {
  cache.erase(digest_name);
  cache[digest_name] = digest_of(cache);
  return cache;
}

void check_digest(Json cache, std::string_view what) {
  Json digest;
  if (cache.contains(digest_name)) {
    digest = std::move(cache[digest_name]);
    cache.erase(digest_name);
  }
  if (digest != digest_of(std::move(cache))) {
    throw MessageError(std::string(what) +
                       " is damaged, or another version of this program made it");
  }
}

}  // namespace dsne
