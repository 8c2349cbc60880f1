#include "dsne/memo.h"

#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "coinstac/digest.h"
#include "coinstac/errors.h"

namespace dsne {
namespace {

/// The file's first bytes; the arrays follow in the order offsets, values, columns.
struct MemoHeader {
  char magic[8] = {'d', 's', 'n', 'e', 'P', '0', '0', '1'};
  char key[64] = {};
  std::uint64_t points = 0;
  std::uint64_t entries = 0;
  XXH128_canonical_t checksum = {};  ///< of everything behind the header
};

template <typename T>
void append(std::string& bytes, const std::vector<T>& items) {
  bytes.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T));
}

template <typename T>
void take(std::string_view& bytes, std::vector<T>& items, std::size_t count) {
  items.resize(count);
  std::memcpy(items.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
}

XXH128_canonical_t checksum(std::string_view bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  return canonical;
}

MemoHeader header_for(const std::string& key, const Affinities& affinities) {
  MemoHeader header;
  std::copy_n(key.begin(), std::min(key.size(), sizeof(header.key)), header.key);
  header.points = static_cast<std::uint64_t>(affinities.points());
  header.entries = affinities.values.size();
  return header;
}

std::string encode(const std::string& key, const Affinities& affinities) {
  MemoHeader header = header_for(key, affinities);
  std::string bytes(sizeof(header), '\0');
  append(bytes, affinities.offsets);
  append(bytes, affinities.values);
  append(bytes, affinities.columns);
  header.checksum = checksum(std::string_view(bytes).substr(sizeof(header)));
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

bool is_possible(const Affinities& p) {
  const auto points = p.offsets.size() - 1;
  return p.offsets.front() == 0 && p.offsets.back() == p.values.size() &&
         std::is_sorted(p.offsets.begin(), p.offsets.end()) &&
         std::all_of(p.columns.begin(), p.columns.end(), [&](auto j) { return j < points; }) &&
         std::all_of(p.values.begin(), p.values.end(), [](double v) { return v >= 0 && v <= 1; });
}

std::optional<Affinities> decode(std::string_view bytes, const std::string& key) {
  MemoHeader header;
  if (bytes.size() < sizeof(header)) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof(header));
  bytes.remove_prefix(sizeof(header));
  // Bounds first, so that the sizes below cannot overflow.
  if (header.points > bytes.size() || header.entries > bytes.size()) return std::nullopt;
  constexpr std::size_t entry_size = sizeof(double) + sizeof(std::uint32_t);
  const std::size_t size =
      (header.points + 1) * sizeof(std::uint64_t) + header.entries * entry_size;
  if (bytes.size() != size) return std::nullopt;
  const XXH128_canonical_t sum = checksum(bytes);
  if (std::memcmp(&sum, &header.checksum, sizeof(sum)) != 0) return std::nullopt;

  Affinities affinities;
  take(bytes, affinities.offsets, header.points + 1);
  take(bytes, affinities.values, header.entries);
  take(bytes, affinities.columns, header.entries);
  const MemoHeader expected = header_for(key, affinities);
  const bool ours = std::memcmp(header.magic, expected.magic, sizeof(header.magic)) == 0 &&
                    std::memcmp(header.key, expected.key, sizeof(header.key)) == 0;
  if (!ours || !is_possible(affinities)) return std::nullopt;
  return affinities;
}

/// True when a file or folder is this user's and nobody else's.
bool is_private(const fs::path& path, mode_t kind) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && (status.st_mode & S_IFMT) == kind &&
         status.st_uid == ::geteuid() && (status.st_mode & 022) == 0;
}

fs::path private_folder(const fs::path& scratch) {
  return scratch / ("dsne-" + std::to_string(::geteuid()));
}

std::optional<Affinities> load(const fs::path& file, const std::string& key) {
  if (!is_private(file.parent_path(), S_IFDIR) || !is_private(file, S_IFREG)) return std::nullopt;
  try {
    return decode(read_file(file, "the memo"), key);
  } catch (const StorageError&) {
    return std::nullopt;
  }
}

void store(const fs::path& file, const std::string& key, const Affinities& affinities) {
  const fs::path folder = file.parent_path();
  static_cast<void>(::mkdir(folder.c_str(), 0700));
  if (!is_private(folder, S_IFDIR)) return;
  try {
    write_atomically(file, encode(key, affinities), "the memo");
  } catch (const StorageError&) {
    // Kept only to save time: without it the affinities are computed again.
  }
}

}  // namespace

Memo::Memo(fs::path scratch, std::string key)
    : scratch_(std::move(scratch)), key_(std::move(key)) {}

Affinities Memo::affinities(const std::function<Affinities()>& compute,
                            const std::string& besides) const {
  const fs::path file = private_folder(scratch_) / key_;
  const std::string key = besides.empty() ? key_ : sha256(key_ + besides);
  if (auto known = load(file, key)) return *std::move(known);
  Affinities affinities = compute();
  store(file, key, affinities);
  return affinities;
}

void Memo::forget() const {
  const fs::path folder = private_folder(scratch_);
  if (!is_private(folder, S_IFDIR)) return;
  boost::system::error_code ignored;
  fs::remove(folder / key_, ignored);
  fs::remove(folder, ignored);  // only when no other run keeps anything there
}

}  // namespace dsne
