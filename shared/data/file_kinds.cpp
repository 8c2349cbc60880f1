#include "data/file_kinds.h"

#include <algorithm>
#include <array>

#include "core/errors.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

/// A kind of file that is no text table, known by bytes at a place.
struct Signature {
  std::size_t at;
  std::string_view bytes;
  const char* what;  ///< what it is and what to do
};

constexpr std::string_view bytes(const char* text, std::size_t size) { return {text, size}; }

constexpr auto unpack = "a packed file of a kind that is not read: unpack it, or pack it with gzip";
constexpr auto sheet = "a workbook: save the sheet as CSV (UTF-8)";
constexpr auto picture = "a picture: bring the table as CSV";
constexpr auto r_data = "an R data file: export the table with write.csv";
constexpr auto stata = "a Stata file: export the table with export delimited as CSV";
constexpr auto nifti = "an image: list the images in a table, or choose their folder";
constexpr auto not_here =
    "a pointer to a file that was not fetched: get its content first (git annex get, datalad get "
    "or git lfs pull)";

const std::array<Signature, 47> signatures = {{
    {0, bytes("\0\0\0\1", 4),
     "a volume of FreeSurfer's (.mgz): convert it with mri_convert to "
     ".nii.gz"},
    {30, "mimetypeapplication/vnd.oasis.opendocument.spreadsheet", sheet},
    {30, "[Content_Types].xml", sheet},
    {30, "_rels/.rels", sheet},
    {30, "xl/", sheet},
    {30, "docProps/", sheet},
    {30, "Index/", sheet},
    {0, "PK\x03\x04", "a workbook or a zip archive: save the sheet as CSV (UTF-8), or unpack it"},
    {0, "\xD0\xCF\x11\xE0", "an old Excel workbook: save the sheet as CSV (UTF-8)"},
    {0, bytes("\x09\x08\x10\0", 4), "an old Excel workbook: save the sheet as CSV (UTF-8)"},
    {0, "%PDF", "a PDF: bring the table as CSV"},
    {0, "{\\rtf", "a rich text document: save the table as CSV"},
    {0, "\x89HDF", "an HDF5 file: export the table as CSV"},
    {0, "MATLAB", "a MATLAB file: export the table with writetable as CSV"},
    {0, "PAR1", "a Parquet file: export the table as CSV"},
    {0, "FEA1", "a Feather file: export the table as CSV"},
    {0, "ARROW1", "an Arrow file: export the table as CSV"},
    {0, "SQLite format 3", "a database: export the table as CSV"},
    {0, "$FL", "an SPSS file: export the table as CSV"},
    {0, "<stata_dta>", stata},
    {0, bytes("\x6C\1\1\0", 4), stata},
    {0, bytes("\x6C\2\1\0", 4), stata},
    {0, bytes("\x6E\1\1\0", 4), stata},
    {0, bytes("\x6E\2\1\0", 4), stata},
    {0, bytes("\x71\1\1\0", 4), stata},
    {0, bytes("\x71\2\1\0", 4), stata},
    {0, bytes("\x72\1\1\0", 4), stata},
    {0, bytes("\x72\2\1\0", 4), stata},
    {0, bytes("\x73\1\1\0", 4), stata},
    {0, bytes("\x73\2\1\0", 4), stata},
    {12, "\xC2\xEA\x81\x60", "a SAS file: export the table with proc export as CSV"},
    {0, "HEADER RECORD*******", "a SAS transport file: export the table with proc export as CSV"},
    {0, "RDX", r_data},
    {0, "RDA", r_data},
    {0, bytes("X\n\0\0\0", 5), r_data},
    {0, "A\n2\n", r_data},
    {0, "A\n3\n", r_data},
    {0, "BZh", unpack},
    {0,
     bytes("\xFD"
           "7zXZ\0",
           6),
     unpack},
    {0, "\x28\xB5\x2F\xFD", unpack},
    {0, "7z\xBC\xAF\x27\x1C", unpack},
    {0, "Rar!", unpack},
    {257, "ustar", "a tar archive: unpack it and bring the table in it"},
    {0, "\x89PNG", picture},
    {0, "\xFF\xD8\xFF", picture},
    {344, bytes("n+1\0", 4), nifti},
    {128, "DICM", "a DICOM image: bring a table, or images as .nii.gz"},
}};

bool begins(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

/// The text from its first character on that is no blank and no byte order mark.
std::string_view from_first_character(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (begins(text, mark)) text.remove_prefix(mark.size());
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

/// JSON begins with an object, or a list of objects.
bool is_json(std::string_view text) {
  if (begins(text, "[")) text = from_first_character(text.substr(1));
  return begins(text, "{");
}

/// A small file that stands for another: of git-annex or Git LFS.
bool is_pointer(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return begins(text, "version https://git-lfs.github.com/spec/") ||
         (line.find("annex/objects/") != std::string_view::npos &&
          line.find_first_of(",\t;") == std::string_view::npos);
}

const char* kind_of_markup(std::string_view text) {
  const std::string start = lower_case(text.substr(0, 64));
  if (begins(start, "<!doctype html") || begins(start, "<html") || begins(start, "<table")) {
    return "a web page (some programs name one .xls): open it in a spreadsheet and save the sheet "
           "as CSV, or download the file itself";
  }
  if (begins(start, "<?xml")) {
    return "XML (a GIFTI surface, or a workbook): export the values as CSV";
  }
  return nullptr;
}

}  // namespace

void refuse_other_kinds(std::string_view start, const std::string& input) {
  for (const Signature& signature : signatures) {
    if (start.size() > signature.at && begins(start.substr(signature.at), signature.bytes)) {
      throw InputError(input + " is " + signature.what);
    }
  }
  const std::string_view text = from_first_character(start);
  if (const char* const markup = kind_of_markup(text)) throw InputError(input + " is " + markup);
  if (is_pointer(text)) throw InputError(input + " is " + not_here);
  if (is_json(text)) {
    throw InputError(input +
                     " is JSON: bring a table with a row per scan (MRIQC's group level writes "
                     "group_T1w.tsv)");
  }
}

}  // namespace dsne::data
