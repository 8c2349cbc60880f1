#include <glib.h>
#include <zlib.h>

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstdint>
#include <limits>
#include <memory>

#include "data/formats/npy.h"

namespace dsne::data {
namespace {

namespace endian = boost::endian;

// Records of a zip file (PKWARE's APPNOTE 6.3.10, 4.3).
constexpr std::string_view local_mark = "PK\x03\x04";
constexpr std::string_view central_mark = "PK\x01\x02";
constexpr std::string_view end_mark = "PK\x05\x06";
constexpr std::size_t local_size = 30;
constexpr std::size_t size_at = 18;
constexpr std::size_t name_size_at = 26;
constexpr std::string_view ending = ".npy";

template <typename T>
void append(std::string& bytes, T value) {
  endian::native_to_little_inplace(value);
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <typename T>
T number_at(std::string_view bytes, std::size_t at) {
  return endian::endian_load<T, sizeof(T), endian::order::little>(
      reinterpret_cast<const unsigned char*>(bytes.data() + at));
}

/// What an array's local header and its entry in the central directory have in common.
std::string description_of(const NamedArray& array) {
  constexpr std::uint16_t version = 20;
  constexpr std::uint16_t first_day = 0x21;  // 1980-01-01
  const auto size = static_cast<std::uint32_t>(array.npy.size());
  std::string bytes;
  append(bytes, version);
  append(bytes, std::uint32_t{0});  // no flags, stored
  append(bytes, std::uint16_t{0});
  append(bytes, first_day);
  append(bytes, static_cast<std::uint32_t>(
                    crc32_z(0, reinterpret_cast<const Bytef*>(array.npy.data()), size)));
  append(bytes, size);
  append(bytes, size);
  append(bytes, static_cast<std::uint16_t>(array.name.size() + ending.size()));
  append(bytes, std::uint16_t{0});
  return bytes;
}

std::string npy_header(const std::string& type, const std::string& shape) {
  constexpr std::size_t unit = 64;
  constexpr std::size_t before = 10;
  std::string text =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  while ((before + text.size() + 1) % unit != 0) text += ' ';
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  append(header, static_cast<std::uint16_t>(text.size()));
  return header + text;
}

std::vector<gunichar> characters_of(const std::string& name) {
  glong count = 0;
  const std::unique_ptr<gunichar, decltype(&g_free)> all(
      g_utf8_to_ucs4_fast(name.data(), static_cast<glong>(name.size()), &count), &g_free);
  return {all.get(), all.get() + count};
}

/// Reads the next array of a `.npz`, and removes it from the text.
std::optional<NamedArray> taken_array(std::string_view& text) {
  if (!text.starts_with(local_mark) || text.size() < local_size) return std::nullopt;
  const std::size_t name_size = number_at<std::uint16_t>(text, name_size_at);
  const std::size_t size = number_at<std::uint32_t>(text, size_at);
  if (name_size < ending.size() || name_size + size > text.size() - local_size) return std::nullopt;
  NamedArray array{std::string(text.substr(local_size, name_size - ending.size())),
                   std::string(text.substr(local_size + name_size, size))};
  text.remove_prefix(local_size + name_size + size);
  return array;
}

}  // namespace

std::string npy_of(const Matrix& values) {
  // Little-endian, as core/json.cpp requires of the machine.
  return npy_header("<f8", std::to_string(values.rows()) + ", " + std::to_string(values.cols())) +
         std::string(reinterpret_cast<const char*>(values.data()),
                     static_cast<std::size_t>(values.size()) * sizeof(double));
}

std::string npy_of(const std::vector<std::string>& names) {
  std::vector<std::vector<gunichar>> all;
  std::size_t width = 1;
  for (const std::string& name : names) {
    width = std::max(width, all.emplace_back(characters_of(name)).size());
  }
  std::string bytes = npy_header("<U" + std::to_string(width), std::to_string(names.size()) + ",");
  for (std::vector<gunichar>& name : all) {
    name.resize(width);
    for (const gunichar character : name) append(bytes, std::uint32_t{character});
  }
  return bytes;
}

std::optional<std::vector<std::string>> names_in_npy(std::string_view text, std::size_t count) {
  constexpr std::size_t length_at = 8;
  if (count == 0 || text.size() < length_at + 2) return std::nullopt;
  const std::size_t begin = length_at + 2 + number_at<std::uint16_t>(text, length_at);
  if (begin > text.size()) return std::nullopt;
  const std::size_t width = (text.size() - begin) / sizeof(gunichar) / count;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<gunichar> name(width + 1, 0);
    for (std::size_t c = 0; c < width; ++c) {
      name[c] = number_at<std::uint32_t>(text, begin + (i * width + c) * sizeof(gunichar));
    }
    const std::unique_ptr<char, decltype(&g_free)> utf8(
        g_ucs4_to_utf8(name.data(), -1, nullptr, nullptr, nullptr), &g_free);
    if (!utf8) return std::nullopt;
    names.emplace_back(utf8.get());
  }
  return names;
}

std::string npz_of(const std::vector<NamedArray>& arrays) {
  std::string bytes;
  std::string directory;
  for (const NamedArray& array : arrays) {
    const std::string description = description_of(array);
    const std::string name = array.name + std::string(ending);
    const auto offset = static_cast<std::uint32_t>(bytes.size());
    bytes.append(local_mark).append(description).append(name).append(array.npy);
    directory.append(central_mark);
    append(directory, number_at<std::uint16_t>(description, 0));  // made by this version
    directory.append(description);
    directory.append(10, '\0');  // no comment, the first disk, no attributes
    append(directory, offset);
    directory.append(name);
  }
  const auto count = static_cast<std::uint16_t>(arrays.size());
  const auto begin = static_cast<std::uint32_t>(bytes.size());
  bytes.append(directory).append(end_mark);
  append(bytes, std::uint32_t{0});
  append(bytes, count);
  append(bytes, count);
  append(bytes, static_cast<std::uint32_t>(directory.size()));
  append(bytes, begin);
  append(bytes, std::uint16_t{0});
  return bytes;
}

bool is_npz(std::string_view text) { return text.starts_with(local_mark); }

std::optional<std::vector<NamedArray>> arrays_in_npz(std::string_view text) {
  std::vector<NamedArray> arrays;
  std::string_view rest = text;
  while (rest.starts_with(local_mark)) {
    auto array = taken_array(rest);
    if (!array) return std::nullopt;
    arrays.push_back(*std::move(array));
  }
  // Whoever reads the file by its directory then reads the same arrays.
  if (npz_of(arrays) != text) return std::nullopt;
  return arrays;
}

}  // namespace dsne::data
