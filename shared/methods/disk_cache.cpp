#include "methods/disk_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "core/files.h"

namespace dsne::methods {
namespace {

/// The sizes of a content's arrays.
using Sizes = std::array<std::uint64_t, 3>;
using Bytes = std::span<std::byte>;

/// The file's first bytes; the content's arrays follow.
struct CacheHeader {
  char kind[8] = {};
  char key[64] = {};
  Sizes sizes = {};
  XXH128_canonical_t checksum = {};  ///< of everything after the header
};

template <typename Array>
Bytes bytes_of(Array& array) {
  const std::size_t size = static_cast<std::size_t>(array.size()) * sizeof(*array.data());
  return {reinterpret_cast<std::byte*>(array.data()), size};
}

/// A kind of content: its name, its arrays and their sizes, and which contents are possible.
struct AffinitiesCache {
  using Content = tsne::Affinities;
  static constexpr std::string_view name = "dsneP003";
  static constexpr const char* suffix = "";

  static Sizes sizes(const tsne::Affinities& p) { return {p.offsets.size(), p.values.size(), 0}; }

  static std::uint64_t bytes(const Sizes& sizes) {
    return sizes[0] * sizeof(std::uint64_t) + sizes[1] * (sizeof(double) + sizeof(std::uint32_t));
  }

  static tsne::Affinities of_size(const Sizes& sizes) {
    tsne::Affinities p;
    p.offsets.resize(sizes[0]);
    p.values.resize(sizes[1]);
    p.columns.resize(sizes[1]);
    return p;
  }

  static std::vector<Bytes> arrays(tsne::Affinities& p) {
    return {bytes_of(p.offsets), bytes_of(p.values), bytes_of(p.columns)};
  }

  static bool is_possible(const tsne::Affinities& p) {
    if (p.offsets.empty()) return false;
    const auto points = p.offsets.size() - 1;
    return p.offsets.front() == 0 && p.offsets.back() == p.values.size() &&
           std::is_sorted(p.offsets.begin(), p.offsets.end()) &&
           std::all_of(p.columns.begin(), p.columns.end(), [&](auto j) { return j < points; }) &&
           std::all_of(p.values.begin(), p.values.end(), [](double v) { return v >= 0 && v <= 1; });
  }
};

struct PointsCache {
  using Content = SitePoints;
  static constexpr std::string_view name = "dsneX001";
  static constexpr const char* suffix = ".points";

  static Sizes sizes(const SitePoints& points) {
    return {static_cast<std::uint64_t>(points.own.rows()),
            static_cast<std::uint64_t>(points.reference.rows()),
            static_cast<std::uint64_t>(points.own.cols())};
  }

  static std::uint64_t bytes(const Sizes& sizes) {
    return (sizes[0] + sizes[1]) * sizes[2] * sizeof(double);
  }

  static SitePoints of_size(const Sizes& sizes) {
    const auto features = static_cast<Eigen::Index>(sizes[2]);
    return {Matrix(static_cast<Eigen::Index>(sizes[0]), features),
            Matrix(static_cast<Eigen::Index>(sizes[1]), features)};
  }

  static std::vector<Bytes> arrays(SitePoints& points) {
    return {bytes_of(points.own), bytes_of(points.reference)};
  }

  static bool is_possible(const SitePoints& points) {
    return points.own.allFinite() && points.reference.allFinite();
  }
};

XXH128_canonical_t checksum(const std::vector<Bytes>& arrays) {
  XXH3_state_t* state = XXH3_createState();
  XXH3_128bits_reset(state);
  for (const Bytes& array : arrays) XXH3_128bits_update(state, array.data(), array.size());
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
  XXH3_freeState(state);
  return canonical;
}

CacheHeader header_for(std::string_view kind, const std::string& key, const Sizes& sizes) {
  CacheHeader header;
  std::copy_n(kind.begin(), sizeof(header.kind), header.kind);
  std::copy_n(key.begin(), std::min(key.size(), sizeof(header.key)), header.key);
  header.sizes = sizes;
  return header;
}

template <typename Kind>
std::string encode(const std::string& key, typename Kind::Content& content) {
  const std::vector<Bytes> arrays = Kind::arrays(content);
  CacheHeader header = header_for(Kind::name, key, Kind::sizes(content));
  header.checksum = checksum(arrays);
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof(header));
  for (const Bytes& array : arrays) {
    bytes.append(reinterpret_cast<const char*>(array.data()), array.size());
  }
  return bytes;
}

/// Returns whether something belongs to this user, and others do not have the denied permissions.
bool is_private(const struct stat& status, mode_t kind, mode_t denied) {
  return (status.st_mode & S_IFMT) == kind && status.st_uid == ::geteuid() &&
         (status.st_mode & denied) == 0;
}

/// Returns whether a folder belongs to this user, and nobody else can read it.
bool is_private_folder(const fs::path& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && is_private(status, S_IFDIR, 077);
}

/// A file of this user that nobody else can write, open for reading.
class PrivateFile {
 public:
  explicit PrivateFile(const fs::path& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)) {
    struct stat status {};
    if (!descriptor_.is_open() || ::fstat(descriptor_.get(), &status) != 0) return;
    if (is_private(status, S_IFREG, 022)) size_ = static_cast<std::uint64_t>(status.st_size);
  }

  /// Returns its number of bytes; 0 if it must not be used.
  std::uint64_t size() const { return size_; }

  /// Reads the next bytes. @return false if there are fewer
  bool read(Bytes bytes) const { return read_into(descriptor_, bytes) == std::ssize(bytes); }

 private:
  Descriptor descriptor_;
  std::uint64_t size_ = 0;
};

fs::path private_folder(const fs::path& scratch) {
  return scratch / ("dsne-" + std::to_string(::geteuid()));
}

template <typename Kind>
std::optional<typename Kind::Content> load(const fs::path& path, const std::string& key) {
  if (!is_private_folder(path.parent_path())) return std::nullopt;
  const PrivateFile file(path);
  CacheHeader header;
  if (file.size() < sizeof(header)) return std::nullopt;
  if (!file.read({reinterpret_cast<std::byte*>(&header), sizeof(header)})) return std::nullopt;
  CacheHeader expected = header_for(Kind::name, key, header.sizes);
  expected.checksum = header.checksum;
  if (std::memcmp(&header, &expected, sizeof(header)) != 0) return std::nullopt;
  // A row takes at least a byte, so a header with more rows is damaged.
  const std::uint64_t max_rows = std::min<std::uint64_t>(file.size(), std::uint64_t{1} << 35U);
  constexpr std::uint64_t max_columns = std::uint64_t{1} << 24U;
  const bool in_range =
      header.sizes[0] < max_rows && header.sizes[1] < max_rows && header.sizes[2] <= max_columns;
  if (!in_range || file.size() != sizeof(header) + Kind::bytes(header.sizes)) return std::nullopt;

  auto content = Kind::of_size(header.sizes);
  const std::vector<Bytes> arrays = Kind::arrays(content);
  const bool whole = std::all_of(arrays.begin(), arrays.end(),
                                 [&](const Bytes& array) { return file.read(array); });
  if (!whole) return std::nullopt;
  const XXH128_canonical_t sum = checksum(arrays);
  if (std::memcmp(&sum, &header.checksum, sizeof(sum)) != 0) return std::nullopt;
  if (!Kind::is_possible(content)) return std::nullopt;
  return content;
}

template <typename Kind>
void store(const fs::path& file, const std::string& key, typename Kind::Content& content) {
  const fs::path folder = file.parent_path();
  static_cast<void>(::mkdir(folder.c_str(), 0700));
  if (!is_private_folder(folder)) return;
  try {
    write_atomically(file, encode<Kind>(key, content), "the memo");
  } catch (const StorageError&) {
    // The cache only saves time: without it all is computed again.
  }
}

/// Returns what a scratch folder keeps for the key; computes and keeps it if needed.
template <typename Kind>
typename Kind::Content remembered(const fs::path& scratch, const std::string& key,
                                  const std::function<typename Kind::Content()>& compute) {
  const fs::path file = private_folder(scratch) / (key + Kind::suffix);
  if (auto known = load<Kind>(file, key)) return *std::move(known);
  auto content = compute();
  store<Kind>(file, key, content);
  return content;
}

}  // namespace

DiskCache::DiskCache(fs::path scratch, std::string key)
    : scratch_(std::move(scratch)), key_(std::move(key)) {}

tsne::Affinities DiskCache::affinities(const std::function<tsne::Affinities()>& compute) const {
  return remembered<AffinitiesCache>(scratch_, key_, compute);
}

SitePoints DiskCache::points(const std::function<SitePoints()>& compute) const {
  return remembered<PointsCache>(scratch_, key_, compute);
}

void DiskCache::forget() const {
  const fs::path folder = private_folder(scratch_);
  if (!is_private_folder(folder)) return;
  boost::system::error_code ignored;
  for (const char* suffix : {AffinitiesCache::suffix, PointsCache::suffix}) {
    fs::remove(folder / (key_ + suffix), ignored);
  }
  fs::remove(folder, ignored);  // only when no other run keeps anything there
}

}  // namespace dsne::methods
