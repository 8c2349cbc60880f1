#include "data/text/text_input.h"

#include <glib.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <boost/locale/utf.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>

#include "data/text/file_kind.h"

namespace dsne::data {

std::string composed_name(const std::string& name) {
  const std::unique_ptr<char, void (*)(void*)> composed(
      g_utf8_normalize(name.c_str(), -1, G_NORMALIZE_DEFAULT_COMPOSE), g_free);
  return composed ? composed.get() : name;
}

bool is_utf8(std::string_view text) {
  return text.empty() ||
         g_utf8_validate(text.data(), static_cast<gssize>(text.size()), nullptr) != FALSE;
}

std::optional<std::string> converted(std::string_view text, const char* charset) {
  gsize size = 0;
  const std::unique_ptr<char, void (*)(void*)> utf8(
      g_convert(text.data(), static_cast<gssize>(text.size()), "UTF-8", charset, nullptr, &size,
                nullptr),
      g_free);
  if (!utf8) return std::nullopt;
  return std::string(utf8.get(), size);
}

namespace {

constexpr std::size_t block_size = 1 << 16;
constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

void refuse_other_kinds(std::string_view start, const Source& source) {
  constexpr std::size_t magic_at = 344;
  const std::string what = start.size() > magic_at && start.substr(magic_at, 3) == "n+1"
                               ? "an image: list the images in a table, or choose their folder"
                               : other_kind(start);
  if (!what.empty()) source.refuse("is " + what);
}

std::string unpacked(const boost::filesystem::path& file, const Source& source) {
  const gzFile stream = gzopen(file.c_str(), "rb");
  if (stream == nullptr) source.refuse(": the file cannot be opened");
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
    source.refuse("is compressed and damaged: unpack it and look");
  }
  return text;
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
    const std::uint32_t point = byte >= 0x80 && byte < 0xA0 ? windows.at(byte - 0x80U) : byte;
    boost::locale::utf::utf_traits<char>::encode(point, std::back_inserter(utf8));
  }
  return utf8;
}

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// Whether each character is one of Shift-JIS, and most of those of two bytes begin where Latin
/// encodings have hardly any letters.
bool is_shift_jis(std::string_view text) {
  constexpr std::size_t least = 2;
  std::size_t pairs = 0;
  std::size_t telling = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const unsigned char lead = byte_at(text, at);
    const bool katakana = lead >= 0xA1 && lead <= 0xDF;
    if (lead < 0x80 || katakana) continue;
    if (lead == 0x80 || lead == 0xA0 || lead > 0xFC || at + 1 == text.size()) return false;
    const unsigned char trail = byte_at(text, ++at);
    if (trail < 0x40 || trail == 0x7F || trail > 0xFC) return false;
    ++pairs;
    telling += lead <= 0x9F ? 1U : 0U;
  }
  return pairs >= least && 2 * telling >= pairs;
}

/// Whether a text seems to be in an encoding of Chinese or Korean, which look alike.
bool has_paired_bytes(std::string_view text) {
  constexpr std::size_t two_characters = 4;
  std::size_t runs = 0;
  std::size_t long_runs = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && byte_at(text, end) >= 0xA1) ++end;
    if (end == at) {
      if (byte_at(text, at) >= 0x80) return false;
      ++at;
      continue;
    }
    if ((end - at) % 2 != 0) return false;
    ++runs;
    long_runs += end - at >= two_characters ? 1U : 0U;
    at = end;
  }
  return runs > 1 && 2 * long_runs > runs;
}

/// A text that is not UTF-8.
std::string decoded(const std::string& text, const Source& source,
                    std::vector<std::string>& notes) {
  // As Japanese spreadsheets save it.
  if (auto japanese = is_shift_jis(text) ? converted(text, "CP932") : std::nullopt) {
    notes.emplace_back("The file is not UTF-8 and was read as Shift-JIS.");
    return *std::move(japanese);
  }
  if (has_paired_bytes(text)) {
    source.refuse("is in an encoding of Chinese or Korean: save it as UTF-8 (\"CSV UTF-8\")");
  }
  notes.emplace_back("The file is not UTF-8 and was read as Windows-1252 (Latin-1).");
  return from_windows(text);
}

std::string from_utf16(std::string_view text, bool big_endian, const Source& source) {
  text.remove_suffix(text.size() % 2);
  auto utf8 = converted(text, big_endian ? "UTF-16BE" : "UTF-16LE");
  if (!utf8) source.refuse("looks like UTF-16 and is damaged: save it as UTF-8");
  if (utf8->starts_with(utf8_mark)) utf8->erase(0, utf8_mark.size());
  return *std::move(utf8);
}

/// The byte order of UTF-16, by its mark or by the zeros beside ASCII.
std::optional<bool> utf16_is_big_endian(std::string_view start) {
  if (start.starts_with("\xFF\xFE")) return false;
  if (start.starts_with("\xFE\xFF")) return true;
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < start.size(); ++i) zeros.at(i % 2) += start[i] == '\0' ? 1U : 0U;
  const std::size_t most = start.size() / 2;
  if (zeros[1] * 10 > most * 8 && zeros[0] * 10 < most) return false;
  if (zeros[0] * 10 > most * 8 && zeros[1] * 10 < most) return true;
  return std::nullopt;
}

/// Returns whether every line is UTF-8, but for lines with NUL bytes, which the table's reader
/// refuses.
bool has_utf8_lines(std::istream& in) {
  std::string line;
  bool valid = true;
  while (valid && std::getline(in, line)) {
    valid = is_utf8(line) || line.find('\0') != std::string::npos;
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

/// JSON is parsed as a whole, which takes several times its size.
constexpr std::uintmax_t largest_json = std::uintmax_t{1} << 28U;

/// CR alone ends a line on old Macs; in CR LF the reader treats the CR as padding.
bool has_only_carriage_returns(std::string_view start) {
  return start.find('\r') != std::string_view::npos && start.find('\n') == std::string_view::npos;
}

/// Returns the delimiter of Excel's first line "sep=;"; 0 for another line.
char named_delimiter(std::string_view line) {
  if (line.starts_with(utf8_mark)) line.remove_prefix(utf8_mark.size());
  if (line.starts_with("\"")) line.remove_prefix(1);
  const bool names_one = line.starts_with("sep=") && line.size() > 4 &&
                         line.find_first_not_of("\"\r ", 5) == std::string_view::npos;
  return names_one ? line[4] : '\0';
}

}  // namespace

std::ifstream open_input(const boost::filesystem::path& file, const Source& source) {
  namespace fs = boost::filesystem;
  boost::system::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_not_found) source.refuse(": the file is missing");
  if (!fs::is_regular_file(status)) source.refuse("is not a file");
  std::ifstream in(file.c_str(), std::ios::binary);
  if (!in) source.refuse(": the file cannot be opened");
  return in;
}

std::string TextInput::start() const {
  std::string text(block_size, '\0');
  stream->clear();
  stream->seekg(0);
  stream->read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream->gcount()));
  return text;
}

TextInput open_text(const boost::filesystem::path& file, const Source& source) {
  auto plain = std::make_unique<std::ifstream>(open_input(file, source));
  std::string start(block_size, '\0');
  plain->read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(plain->gcount()));
  plain->clear();
  plain->seekg(0);
  TextInput result;
  std::optional<std::string> text;
  if (start.starts_with("\x1F\x8B")) {
    text = unpacked(file, source);
    result.notes.emplace_back("The file was unpacked (gzip).");
    start = text->substr(0, block_size);
  }
  if (begins_with_json(start)) {
    const std::uintmax_t size = text ? text->size() : boost::filesystem::file_size(file);
    if (size > largest_json) source.refuse("is JSON, and too large: export the table as CSV");
    text = json_table(text ? *text : all_of(*plain));
    if (text) {
      result.notes.emplace_back(
          "The table is in JSON: its first record is row 2, below the names.");
      start = text->substr(0, block_size);
    }
  }
  refuse_other_kinds(start, source);
  std::istringstream unpacked_stream(text.value_or(""));
  std::istream& bytes = text ? static_cast<std::istream&>(unpacked_stream) : *plain;
  if (const auto big_endian = utf16_is_big_endian(start)) {
    text = from_utf16(all_of(bytes), *big_endian, source);
    result.notes.emplace_back("The file was read as UTF-16.");
  } else if (start.find('\0') == std::string::npos && !has_utf8_lines(bytes)) {
    text = decoded(all_of(bytes), source, result.notes);
  }
  if (text) start = text->substr(0, block_size);
  if (has_only_carriage_returns(start)) {
    if (!text) text = all_of(*plain);
    std::ranges::replace(*text, '\r', '\n');
    std::ranges::replace(start, '\r', '\n');
  }
  const std::string first_line = start.substr(0, start.find('\n'));
  result.delimiter = named_delimiter(first_line);
  if (result.delimiter != 0) {
    if (!text) text = all_of(*plain);
    text->erase(0, first_line.size() + 1);
  }
  if (text) {
    result.stream = std::make_unique<std::istringstream>(std::move(*text));
  } else {
    result.stream = std::move(plain);
  }
  return result;
}

}  // namespace dsne::data
