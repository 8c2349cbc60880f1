#include "data/text_input.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <boost/locale/utf.hpp>
#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

#include "core/errors.h"
#include "data/east_asian_text.h"
#include "data/file_kind.h"
#include "data/input_file.h"

namespace dsne::data {
namespace {

constexpr std::size_t block_size = 1 << 16;
constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

std::string_view without_blanks(std::string_view text) {
  if (starts_with(text, utf8_mark)) text.remove_prefix(utf8_mark.size());
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

void refuse_other_kinds(std::string_view start, const std::string& input) {
  constexpr std::size_t magic_at = 344;
  const std::string what = start.size() > magic_at && start.substr(magic_at, 3) == "n+1"
                               ? "an image: list the images in a table, or choose their folder"
                               : other_kind(start);
  if (!what.empty()) throw InputError(input + " is " + what);
}

std::string unpacked(const boost::filesystem::path& file, const std::string& input) {
  const gzFile stream = gzopen(file.c_str(), "rb");
  if (stream == nullptr) throw InputError(input + ": the file cannot be opened");
  std::string text;
  int read = 0;
  do {
    const std::size_t size = text.size();
    text.resize(size + block_size);
    read = gzread(stream, text.data() + size, block_size);
    text.resize(size + static_cast<std::size_t>(std::max(read, 0)));
  } while (read > 0);
  const int closed = gzclose(stream);
  if (read < 0 || closed != Z_OK) {
    throw InputError(input + " is compressed and damaged: unpack it and look");
  }
  return text;
}

void append_utf8(std::string& text, std::uint32_t point) {
  boost::locale::utf::utf_traits<char>::encode(point, std::back_inserter(text));
}

/// Windows-1252 between 0x80 and 0x9F, where Latin-1 has control characters.
constexpr std::array<std::uint16_t, 32> windows = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::string from_windows(std::string_view text) {
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(utf8, byte >= 0x80 && byte < 0xA0 ? windows.at(byte - 0x80U) : byte);
  }
  return utf8;
}

/// A text that is not UTF-8.
std::string decoded(const std::string& text, const std::string& input,
                    std::vector<std::string>& notes) {
  if (auto japanese = from_shift_jis(text)) {
    notes.emplace_back("The file is not UTF-8 and was read as Shift-JIS.");
    return *std::move(japanese);
  }
  if (has_paired_bytes(text)) {
    throw InputError(input +
                     " is in an encoding of Chinese or Korean: save it as UTF-8 (\"CSV UTF-8\")");
  }
  notes.emplace_back("The file is not UTF-8 and was read as Windows-1252 (Latin-1).");
  return from_windows(text);
}

std::string from_utf16(std::string_view text, bool big_endian, const std::string& input) {
  std::u16string units;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto first = static_cast<unsigned char>(text[i]);
    const auto second = static_cast<unsigned char>(text[i + 1]);
    units += static_cast<char16_t>(big_endian ? first << 8U | second : second << 8U | first);
  }
  if (!units.empty() && units.front() == u'\uFEFF') units.erase(0, 1);
  std::string utf8;
  using Utf16 = boost::locale::utf::utf_traits<char16_t>;
  for (auto at = units.cbegin(); at != units.cend();) {
    const auto point = Utf16::decode(at, units.cend());
    if (!boost::locale::utf::is_valid_codepoint(point)) {
      throw InputError(input + " looks like UTF-16 and is damaged: save it as UTF-8");
    }
    append_utf8(utf8, point);
  }
  return utf8;
}

/// The byte order of UTF-16, by its mark or by the zeros beside ASCII.
std::optional<bool> utf16_is_big_endian(std::string_view start) {
  if (starts_with(start, "\xFF\xFE")) return false;
  if (starts_with(start, "\xFE\xFF")) return true;
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < start.size(); ++i) zeros.at(i % 2) += start[i] == '\0' ? 1U : 0U;
  const std::size_t most = start.size() / 2;
  if (zeros[1] * 10 > most * 8 && zeros[0] * 10 < most) return false;
  if (zeros[0] * 10 > most * 8 && zeros[1] * 10 < most) return true;
  return std::nullopt;
}

bool is_utf8(std::istream& in) {
  std::string rest;
  std::string block(block_size, '\0');
  bool valid = true;
  while (valid && in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    rest.append(block, 0, static_cast<std::size_t>(in.gcount()));
    auto at = rest.cbegin();
    while (at != rest.cend()) {
      const auto before = at;
      const auto point = boost::locale::utf::utf_traits<char>::decode(at, rest.cend());
      if (point == boost::locale::utf::incomplete && in) {
        at = before;
        break;
      }
      valid = boost::locale::utf::is_valid_codepoint(point);
      if (!valid) break;
    }
    rest.erase(rest.cbegin(), at);
  }
  in.clear();
  in.seekg(0);
  return valid;
}

std::string all_of(std::istream& in) {
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

/// CR alone ends a line on old Macs; in CR LF the reader treats the CR as padding.
bool has_only_carriage_returns(std::string_view start) {
  return start.find('\r') != std::string_view::npos && start.find('\n') == std::string_view::npos;
}

/// Takes Excel's first line "sep=;" away. @return its delimiter; 0 without such a line
char take_separator_line(std::string& text) {
  std::string_view start = text;
  if (starts_with(start, utf8_mark)) start.remove_prefix(utf8_mark.size());
  if (starts_with(start, "\"")) start.remove_prefix(1);
  if (!starts_with(start, "sep=") || start.size() < 5) return 0;
  const char delimiter = start[4];
  const std::size_t end = text.find('\n');
  const std::string_view rest = start.substr(5);
  const std::size_t stop = rest.find_first_not_of("\"\r ");
  if (stop != std::string_view::npos && rest[stop] != '\n') return 0;
  text.erase(0, end == std::string::npos ? text.size() : end + 1);
  return delimiter;
}

bool may_have_separator_line(std::string_view start) {
  return without_blanks(start).substr(0, 5).find("sep=") != std::string_view::npos;
}

}  // namespace

TextInput open_text(const boost::filesystem::path& file, const std::string& input) {
  auto plain = std::make_unique<std::ifstream>(open_input(file, input));
  std::string start(block_size, '\0');
  plain->read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(plain->gcount()));
  plain->clear();
  plain->seekg(0);
  TextInput result;
  std::optional<std::string> text;
  if (starts_with(start, "\x1F\x8B")) {
    text = unpacked(file, input);
    result.notes.emplace_back("The file was unpacked (gzip).");
    start = text->substr(0, block_size);
  }
  refuse_other_kinds(start, input);
  std::istringstream unpacked_stream(text.value_or(""));
  std::istream& source = text ? static_cast<std::istream&>(unpacked_stream) : *plain;
  if (const auto big_endian = utf16_is_big_endian(start)) {
    text = from_utf16(all_of(source), *big_endian, input);
    result.notes.emplace_back("The file was read as UTF-16.");
  } else if (start.find('\0') == std::string::npos && !is_utf8(source)) {
    text = decoded(all_of(source), input, result.notes);
  }
  if (text) start = text->substr(0, block_size);
  if (has_only_carriage_returns(start)) {
    if (!text) text = all_of(*plain);
    std::replace(text->begin(), text->end(), '\r', '\n');
  }
  if (may_have_separator_line(start)) {
    if (!text) text = all_of(*plain);
    result.delimiter = take_separator_line(*text);
  }
  if (text) {
    result.stream = std::make_unique<std::istringstream>(std::move(*text));
  } else {
    result.stream = std::move(plain);
  }
  return result;
}

}  // namespace dsne::data
