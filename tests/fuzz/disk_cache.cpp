// A file in the scratch folder: as it is, and with the digest of a true one.

#include "methods/disk_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include "core/digest.h"
#include "fuzz/fuzz.h"
#include "methods/method.h"

namespace {

const std::string key(64, 'a');

dsne::tsne::Affinities no_affinities() { throw dsne::StorageError("not kept"); }
dsne::methods::SitePoints no_points() { throw dsne::StorageError("not kept"); }

void check(const dsne::tsne::Affinities& p) {
  const auto rows = static_cast<std::size_t>(p.points());
  for (std::size_t i = 0; i < rows; ++i) {
    for (auto k = p.offsets[i]; k < p.offsets[i + 1]; ++k) {
      fuzz::require(p.columns[k] < rows && p.values[k] >= 0 && p.values[k] <= 1);
    }
  }
}

void read_both(const std::string& file, bool with_true_digest) {
  for (const std::string suffix : {"", ".points"}) {
    const dsne::Bytes32 digest = dsne::hash_of({"dsne disk cache 4", key + suffix, file});
    fuzz::write("dsne-" + std::to_string(::geteuid()) + '/' + key + suffix,
                with_true_digest ? std::string(dsne::view_of(digest)) + file : file);
  }
  ::chmod((fuzz::scratch() / ("dsne-" + std::to_string(::geteuid()))).c_str(), 0700);
  const dsne::methods::DiskCache disk_cache(fuzz::scratch(), key);
  fuzz::attempt([&] { check(disk_cache.affinities(no_affinities)); });
  fuzz::attempt([&] {
    const dsne::methods::SitePoints points = disk_cache.points(no_points);
    fuzz::require(points.own.allFinite() && points.reference.allFinite());
  });
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  for (const bool with_true_digest : {false, true}) read_both(std::string(bytes), with_true_digest);
}
