#include "methods/disk_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cstring>
#include <ctime>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/files.h"
#include "methods/method.h"

namespace dsne::methods {
namespace {

// A file begins with a digest of its name and its content. The content is arrays, each after its
// shape.

constexpr const char* points_suffix = ".points";
constexpr std::size_t digest_size = sizeof(Bytes32);

Bytes32 digest_of(const fs::path& file, std::string_view content) {
  return hash_of({"dsne disk cache 4", file.filename().string(), content});
}

struct Shape {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
};

template <typename T>
Shape shape_of(const std::vector<T>& array) {
  return {array.size(), 1};
}

Shape shape_of(const Matrix& array) {
  return {static_cast<std::uint64_t>(array.rows()), static_cast<std::uint64_t>(array.cols())};
}

template <typename T>
void resize(std::vector<T>& array, const Shape& shape) {
  array.resize(shape.rows * shape.columns);
}

void resize(Matrix& array, const Shape& shape) {
  array.resize(static_cast<Eigen::Index>(shape.rows), static_cast<Eigen::Index>(shape.columns));
}

template <typename Array>
void append(std::string& content, const Array& array) {
  const Shape shape = shape_of(array);
  content.append(reinterpret_cast<const char*>(&shape), sizeof shape);
  content.append(reinterpret_cast<const char*>(array.data()),
                 static_cast<std::size_t>(array.size()) * sizeof(*array.data()));
}

/// Takes an array off the front. @return false if there is no whole one
template <typename Array>
bool take(std::string_view& content, Array& array) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  constexpr std::size_t each = sizeof(*array.data());
  Shape shape;
  if (content.size() < sizeof shape) return false;
  std::memcpy(&shape, content.data(), sizeof shape);
  content.remove_prefix(sizeof shape);
  const bool in_range = shape.rows <= most && shape.columns <= most;
  if (!in_range || shape.rows * shape.columns > content.size() / each) return false;
  resize(array, shape);
  const std::size_t size = shape.rows * shape.columns * each;
  std::copy_n(content.data(), size, reinterpret_cast<char*>(array.data()));
  content.remove_prefix(size);
  return true;
}

void append_arrays(std::string& content, const tsne::Affinities& p) {
  append(content, p.offsets);
  append(content, p.values);
  append(content, p.columns);
}

void append_arrays(std::string& content, const SitePoints& points) {
  append(content, points.own);
  append(content, points.reference);
}

bool is_possible(const tsne::Affinities& p) {
  if (p.offsets.empty() || p.columns.size() != p.values.size()) return false;
  const auto points = p.offsets.size() - 1;
  return p.offsets.front() == 0 && p.offsets.back() == p.values.size() &&
         std::is_sorted(p.offsets.begin(), p.offsets.end()) &&
         std::all_of(p.columns.begin(), p.columns.end(), [&](auto j) { return j < points; }) &&
         std::all_of(p.values.begin(), p.values.end(), [](double v) { return v >= 0 && v <= 1; });
}

/// Read what append_arrays wrote. @return false if it is damaged
bool read_arrays(std::string_view content, tsne::Affinities& p) {
  return take(content, p.offsets) && take(content, p.values) && take(content, p.columns) &&
         content.empty() && is_possible(p);
}

bool read_arrays(std::string_view content, SitePoints& points) {
  return take(content, points.own) && take(content, points.reference) && content.empty() &&
         points.own.cols() == points.reference.cols() && points.own.allFinite() &&
         points.reference.allFinite();
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

/// Returns the bytes of a file of this user that nobody else can write; none of any other.
std::string read_private(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) return {};
  if (!is_private(status, S_IFREG, 022)) return {};
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  const bool whole = read_into(file, std::as_writable_bytes(std::span(bytes))) == std::ssize(bytes);
  static_cast<void>(::futimens(file.get(), nullptr));  // it is in use
  return whole ? bytes : std::string();
}

fs::path private_folder(const fs::path& scratch) {
  return scratch / ("dsne-" + std::to_string(::geteuid()));
}

template <typename Content>
std::optional<Content> load(const fs::path& file) {
  if (!is_private_folder(file.parent_path())) return std::nullopt;
  const std::string bytes = read_private(file);
  if (bytes.size() < digest_size) return std::nullopt;
  const std::string_view content = std::string_view(bytes).substr(digest_size);
  Content arrays;
  if (!bytes.starts_with(view_of(digest_of(file, content))) || !read_arrays(content, arrays)) {
    return std::nullopt;
  }
  return arrays;
}

template <typename Content>
void store(const fs::path& file, const Content& arrays) {
  const fs::path folder = file.parent_path();
  static_cast<void>(::mkdir(folder.c_str(), 0700));
  if (!is_private_folder(folder)) return;
  std::string bytes(digest_size, '\0');
  append_arrays(bytes, arrays);
  bytes.replace(0, digest_size,
                view_of(digest_of(file, std::string_view(bytes).substr(digest_size))));
  try {
    write_atomically(file, bytes, "the memo");
  } catch (const StorageError&) {
    // The cache only saves time: without it all is computed again.
  }
}

/// Returns what a file keeps; computes and keeps it if needed.
template <typename Content>
Content remembered(const fs::path& file, const std::function<Content()>& compute) {
  if (auto known = load<Content>(file)) return *std::move(known);
  Content content = compute();
  store(file, content);
  return content;
}

}  // namespace

DiskCache::DiskCache(const fs::path& scratch, const std::string& key)
    : file_(private_folder(scratch) / key) {}

tsne::Affinities DiskCache::affinities(const std::function<tsne::Affinities()>& compute) const {
  return remembered(file_, compute);
}

SitePoints DiskCache::points(const std::function<SitePoints()>& compute) const {
  return remembered(fs::path(file_).concat(points_suffix), compute);
}

void DiskCache::forget_abandoned(const fs::path& scratch) {
  constexpr std::time_t week = std::time_t{7} * 24 * 60 * 60;  // seconds
  const fs::path folder = private_folder(scratch);
  if (!is_private_folder(folder)) return;
  boost::system::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::time_t used = fs::last_write_time(entry.path(), error);
    if (!error && used + week < std::time(nullptr)) fs::remove(entry.path(), error);
  }
}

void DiskCache::forget() const {
  if (!is_private_folder(file_.parent_path())) return;
  boost::system::error_code ignored;
  fs::remove(file_, ignored);
  fs::remove(fs::path(file_).concat(points_suffix), ignored);
  fs::remove(file_.parent_path(), ignored);  // only when no other run keeps anything there
}

}  // namespace dsne::methods
