#include "core/state.h"

#include <string>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/version.h"

namespace dsne {
namespace {

constexpr const char* digest_name = "digest";

/// Orchestrators deliver 1.0 as 1.
std::string digest_of(Json cache) {
  return to_hex(hash_of({"dsne cache", version(), to_ascii(with_plain_numbers(std::move(cache)))}));
}

}  // namespace

void restore_member(const Json& state, const char* name,
                    const std::function<void(const Json& member)>& read) {
  const Json& member = field(state, name, "what this node kept");
  try {
    read(member);
  } catch (const Json::exception&) {
    throw MessageError("what this node kept: " + std::string(name) + " is not what was kept");
  }
}

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
