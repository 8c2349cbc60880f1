#include "data/text/file_kind.h"

#include <glib.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "data/word_list.h"

namespace dsne::data {
namespace {

constexpr std::size_t header_size = 1024;

/// The first bytes, unpacked if they are compressed.
std::string first_bytes(const boost::filesystem::path& file) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> stream(gzopen(file.c_str(), "rb"), gzclose);
  if (!stream) return {};
  std::string bytes(header_size, '\0');
  const int count = gzread(stream.get(), bytes.data(), static_cast<unsigned>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max(count, 0)));
  return bytes;
}

bool holds(std::string_view bytes, std::size_t at, std::string_view what) {
  return bytes.size() >= at && bytes.substr(at).starts_with(what);
}

/// Returns whether four bytes hold a whole number in either byte order: the expected one, or 0.
bool holds_integer(std::string_view bytes, std::size_t at, std::uint8_t high, std::uint8_t low) {
  const std::array<char, 4> big = {0, 0, static_cast<char>(high), static_cast<char>(low)};
  const std::array<char, 4> little = {static_cast<char>(low), static_cast<char>(high), 0, 0};
  return holds(bytes, at, {big.data(), big.size()}) ||
         holds(bytes, at, {little.data(), little.size()});
}

/// NIfTI-2 has a header of 540 bytes; CIFTI is NIfTI-2 with an intent from 3000 to 3015.
std::string nifti_2_kind(std::string_view bytes) {
  constexpr std::size_t intent_at = 504;
  constexpr int first_intent = 3000;
  constexpr int last_intent = 3015;
  if (!holds_integer(bytes, 0, 2, 28)) return "";
  for (int intent = first_intent; intent <= last_intent; ++intent) {
    if (holds_integer(bytes, intent_at, static_cast<std::uint8_t>(intent / 256),
                      static_cast<std::uint8_t>(intent % 256))) {
      return "a CIFTI file: write it as text with wb_command -cifti-convert -to-text, and bring "
             "matrices (pconn) as connectivity, series (ptseries) as time_series";
    }
  }
  return "a NIfTI-2 image: write it as NIfTI-1, with nifti_tool -convert2nii1 or mri_convert";
}

/// Analyze 7.5 and pairs of NIfTI-1 files have a header of 348 bytes.
std::string pair_kind(std::string_view bytes) {
  constexpr std::size_t magic_at = 344;
  if (!holds_integer(bytes, 0, 1, 92) || holds(bytes, magic_at, "n+1")) return "";
  if (holds(bytes, magic_at, "ni1")) {
    return "the header of a pair of files (.hdr and .img): make one file of them with "
           "fslchfiletype NIFTI_GZ or mri_convert";
  }
  return "the header of an Analyze image (.hdr and .img), which does not say where left is: make "
         "a NIfTI-1 image of it with mri_convert or fslchfiletype NIFTI_GZ, and look at the sides";
}

/// Skips blanks and a byte order mark.
std::string_view from_first_character(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

/// XML, HTML and their kin; "" for anything else.
std::string markup_kind(std::string_view bytes) {
  const std::string start = lower_case(from_first_character(bytes).substr(0, 64));
  const auto begins = [&start](std::string_view what) { return start.starts_with(what); };
  if (begins("<!doctype html") || begins("<html") || begins("<table")) {
    return "a web page (some programs name one .xls): download the file itself, or open it in a "
           "spreadsheet and save the sheet as CSV";
  }
  if (!begins("<?xml") && !begins("<!doctype") && !begins("<gifti")) return "";
  if (bytes.find("GIFTI") != std::string_view::npos) {
    return "a GIFTI surface (.gii), which is not read: bring a table of regions' values, as "
           "aparcstats2table writes it";
  }
  if (bytes.find("Excel.Sheet") != std::string_view::npos) {
    return "an Excel workbook (XML): save the sheet as CSV (UTF-8)";
  }
  return "XML: export the table as CSV";
}

std::string zip_kind(std::string_view bytes) {
  if (bytes.find(".npy") != std::string_view::npos) {
    return "several NumPy arrays (.npz): save the one array with numpy.save";
  }
  if (bytes.find("opendocument") != std::string_view::npos) {
    return "an OpenDocument sheet (.ods): save the sheet as CSV (UTF-8)";
  }
  if (bytes.find("[Content_Types]") != std::string_view::npos ||
      bytes.find("xl/") != std::string_view::npos ||
      bytes.find("docProps") != std::string_view::npos) {
    return "an Excel workbook (.xlsx): save the sheet as CSV (UTF-8)";
  }
  if (bytes.find(".iwa") != std::string_view::npos) {
    return "a sheet of Apple's Numbers: export it as CSV (UTF-8)";
  }
  return "a zip archive, or an Excel workbook (.xlsx): unpack it, or save the sheet as CSV (UTF-8)";
}

/// A kind that is recognised by bytes at one position.
struct Signature {
  std::size_t at;
  std::string_view bytes;
  const char* what;
};

constexpr const char* freesurfer_statistics =
    "FreeSurfer's statistics of one subject: make a table of all subjects with asegstats2table or "
    "aparcstats2table";

constexpr const char* siena =
    "SIENAX's report of one scan: bring a table with a row for each scan and a column for each "
    "volume";
constexpr const char* utf_32 = "in UTF-32: save it as UTF-8 (\"CSV UTF-8\")";
constexpr const char* old_workbook = "an old Excel workbook (.xls): save the sheet as CSV (UTF-8)";
constexpr const char* stata = "a Stata file (.dta): export the table with export delimited as CSV";
constexpr const char* r_object = "an R file (.rds): export the table with write.csv";
constexpr const char* annex_pointer =
    "a pointer of git-annex, without the data: fetch them with datalad get or git annex get";

using namespace std::string_view_literals;
constexpr auto signatures = std::to_array<Signature>({
    {0, "\0\0\0\1"sv, "a FreeSurfer volume (.mgz or .mgh): convert it with mri_convert to .nii.gz"},
    {0, "\xFF\xFE\0\0"sv, utf_32},
    {0, "\0\0\xFE\xFF"sv, utf_32},
    {0, "SIENA - Structural"sv, siena},
    {0, "VSCALING "sv, siena},
    {0, "\xD0\xCF\x11\xE0"sv, old_workbook},
    {0, "\x09\x08\x10\0"sv, old_workbook},
    {0, "%PDF"sv, "a PDF: bring the table as CSV"},
    {0, "{\\rtf"sv, "a text with formatting (.rtf): save the table as CSV"},
    {0, "\x89HDF"sv, "an HDF5 file (MATLAB 7.3, MINC, pandas): export the table as CSV"},
    {0, "MATLAB 5"sv, "a MATLAB file (.mat): write the table or matrix with writematrix as CSV"},
    {0, "\x80\x04\x95"sv, "a Python pickle: export the table with to_csv"},
    {0, "\x80\x05\x95"sv, "a Python pickle: export the table with to_csv"},
    {0, "PAR1"sv, "a Parquet file: export the table as CSV"},
    {0, "$FL2"sv, "an SPSS file (.sav): export the table as CSV"},
    {0, "$FL3"sv, "an SPSS file (.sav): export the table as CSV"},
    {12, "\xC2\xEA\x81\x60"sv, "a SAS file: export the table with proc export as CSV"},
    {0, "HEADER RECORD*******"sv, "a SAS transport file: export the table with proc export as CSV"},
    {0, "FEA1"sv, "a Feather file: export the table as CSV"},
    {0, "ARROW1"sv, "an Arrow file: export the table as CSV"},
    {0, "SQLite format 3"sv, "a database: export the table as CSV"},
    {0, "<stata_dta>"sv, stata},
    {0, "RDX"sv, "an R file (.RData): export the table with write.csv"},
    {0, "RDA"sv, "an R file (.RData): export the table with write.csv"},
    {0, "X\n\0\0\0"sv, r_object},
    {0, "A\n2\n"sv, r_object},
    {0, "A\n3\n"sv, r_object},
    {0, "BZh"sv, "compressed with bzip2: unpack it, or pack it with gzip"},
    {0, "\xFD\x37zXZ"sv, "compressed with xz: unpack it, or pack it with gzip"},
    {0, "\x28\xB5\x2F\xFD"sv, "compressed with zstd: unpack it, or pack it with gzip"},
    {0, "\x37z\xBC\xAF\x27\x1C"sv, "a 7z archive: unpack it"},
    {0, "Rar!"sv, "a RAR archive: unpack it"},
    {257, "ustar"sv, "a tar archive: unpack it"},
    {0, "# Title Segmentation Statistics"sv, freesurfer_statistics},
    {0, "# Table of FreeSurfer"sv, freesurfer_statistics},
    {128, "DICM"sv, "a DICOM file: make a NIfTI image of the series with dcm2niix"},
    {0, "CDF\1"sv, "a MINC image (.mnc): convert it with mnc2nii"},
    {0, "NRRD000"sv, "an NRRD image: convert it to .nii.gz"},
    {0, "ASCII_HEADER"sv, "an AFNI header (.HEAD): convert the pair with 3dAFNItoNIFTI"},
    {0, "\x89PNG"sv, "a picture (PNG): bring the image itself (.nii.gz)"},
    {0, "\xFF\xD8\xFF"sv, "a picture (JPEG): bring the image itself (.nii.gz)"},
    {0, "version https://git-lfs"sv,
     "a pointer of Git LFS, without the data: fetch them with git lfs pull"},
});

/// Stata's files before version 13 begin with their version, a byte order, a 1 and a 0.
bool is_old_stata(std::string_view bytes) {
  constexpr std::string_view versions = "\x6C\x6E\x71\x72\x73";
  return bytes.size() > 3 && versions.find(bytes[0]) != std::string_view::npos &&
         (bytes[1] == 1 || bytes[1] == 2) && bytes[2] == 1 && bytes[3] == 0;
}

/// A link that git-annex left as a text of one line.
bool is_annex_pointer(std::string_view bytes) {
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  return line.find("annex/objects/") != std::string_view::npos &&
         line.find_first_of(",\t;") == std::string_view::npos;
}

}  // namespace

std::string other_file_kind(const boost::filesystem::path& file) {
  return other_kind(first_bytes(file));
}

std::string other_kind(std::string_view bytes) {
  for (const Signature& signature : signatures) {
    if (holds(bytes, signature.at, signature.bytes)) return signature.what;
  }
  if (holds(bytes, 0, "PK\x03\x04")) return zip_kind(bytes);
  if (std::string markup = markup_kind(bytes); !markup.empty()) return markup;
  if (is_old_stata(bytes)) return stata;
  if (is_annex_pointer(bytes)) return annex_pointer;
  if (begins_with_json(bytes)) {
    return "JSON, and no table of scans: bring a group table (group_T1w.tsv), or a list that names "
           "a JSON file per scan";
  }
  const std::string nifti_2 = nifti_2_kind(bytes);
  return nifti_2.empty() ? pair_kind(bytes) : nifti_2;
}

bool begins_with_json(std::string_view bytes) {
  std::string_view text = from_first_character(bytes);
  const bool list = holds(text, 0, "[");
  if (list) text = from_first_character(text.substr(1));
  return (list && holds(text, 0, "[")) || (holds(text, 0, "{") && !holds(text, 0, "{\\rtf"));
}

namespace {

/// Whether a line is a name, a colon, and one value or nothing.
bool is_name_and_value(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || line.find_first_of(",;|\"\t") != std::string_view::npos) {
    return false;
  }
  const bool begins_name = g_ascii_isalpha(line.front()) != 0 || line.starts_with("- ");
  const std::string_view value = from_first_character(line.substr(colon + 1));
  return begins_name &&
         (value.empty() || (line[colon + 1] == ' ' && value.find(' ') == std::string_view::npos));
}

}  // namespace

std::string values_kind(std::string_view bytes) {
  constexpr std::size_t least = 3;
  std::size_t lines = 0;
  std::string_view rest = from_first_character(bytes);
  const std::string_view first = rest.substr(0, rest.find('\n'));
  if (first.starts_with("subject ID") && first.find(" : ") != std::string_view::npos) {
    return "AFNI's review of one subject: make a table of all with gen_ss_review_table.py";
  }
  for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    std::string_view line = from_first_character(rest.substr(0, end));
    if (line.ends_with('\r')) line.remove_suffix(1);
    rest.remove_prefix(end + 1);
    if (line.empty() || line.starts_with("#") || line.starts_with("---")) continue;
    if (!is_name_and_value(line)) return "";
    ++lines;
  }
  if (lines < least) return "";
  return "a list of names and values (name: value): bring a table with a row for each scan and a "
         "column for each measure";
}

bool is_leftover(const std::string& name) {
  const std::string lower = lower_case(name);
  return lower.starts_with("._") || lists(".ds_store thumbs.db desktop.ini __macosx", lower);
}

bool is_json_file(const boost::filesystem::path& file) {
  return begins_with_json(first_bytes(file));
}

}  // namespace dsne::data
