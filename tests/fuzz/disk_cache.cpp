// A file in the scratch folder: as it is, and with the header and the checksum of a true one.

#include "methods/disk_cache.h"

#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>

#include "fuzz/fuzz.h"

namespace {

const std::string key(64, 'a');
constexpr std::size_t sizes_at = 8 + 64;
constexpr std::size_t checksum_at = sizes_at + 3 * 8;
constexpr std::size_t header_size = checksum_at + 16;

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

void read_both(const std::string& file) {
  for (const char* suffix : {"", ".points"}) {
    fuzz::write("dsne-" + std::to_string(::geteuid()) + '/' + key + suffix, file);
  }
  ::chmod((fuzz::scratch() / ("dsne-" + std::to_string(::geteuid()))).c_str(), 0700);
  const dsne::methods::DiskCache disk_cache(fuzz::scratch(), key);
  fuzz::attempt([&] { check(disk_cache.affinities(no_affinities)); });
  fuzz::attempt([&] {
    const dsne::methods::SitePoints points = disk_cache.points(no_points);
    fuzz::require(points.own.allFinite() && points.reference.allFinite());
  });
}

std::string with_true_header(std::string file, const std::string& kind) {
  file.replace(0, sizes_at, kind + key);
  XXH128_canonical_t sum;
  const std::size_t size = file.size() - header_size;
  XXH128_canonicalFromHash(&sum, XXH3_128bits(file.data() + header_size, size));
  std::copy_n(sum.digest, sizeof sum.digest, file.begin() + checksum_at);
  return file;
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  const std::string file(bytes);
  read_both(file);
  if (file.size() < header_size) return;
  for (const char* kind : {"dsneP003", "dsneX001"}) read_both(with_true_header(file, kind));
}
