// Files that are no text table get one line that says what they are and what to do.

#include "helpers.h"
#include "text_search.h"

namespace {

std::string padded(std::string text) {
  text.resize(600, ' ');
  return text;
}

std::string at(std::size_t place, const std::string& bytes) {
  std::string text(600, '\0');
  return text.replace(place, bytes.size(), bytes);
}

}  // namespace

TEST_CASE("files of other kinds are refused with what to do") {
  const std::string zip = std::string("PK\x03\x04") + std::string(26, '\1');
  const std::vector<std::pair<std::string, std::string>> kinds = {
      {"<!DOCTYPE html><html><body>404</body></html>", "a web page"},
      {"\xEF\xBB\xBF\n <HTML xmlns:x=\"urn\">", "a web page"},
      {"<table><tr><td>id</td></tr></table>", "a web page"},
      {zip + "[Content_Types].xml and more", "a workbook: save the sheet as CSV"},
      {zip + "mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "a workbook: save"},
      {zip + "data/a.csv", "a workbook or a zip archive"},
      {std::string("\xD0\xCF\x11\xE0", 4), "an old Excel workbook"},
      {"<?xml version=\"1.0\"?><Workbook/>", "XML"},
      {std::string("\x71\2\1\0", 4) + "xx", "a Stata file"},
      {"<stata_dta><header>", "a Stata file"},
      {"$FL2@(#) SPSS DATA FILE", "an SPSS file"},
      {at(12, "\xC2\xEA\x81\x60"), "a SAS file"},
      {padded("HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!"), "a SAS transport file"},
      {std::string("X\n\0\0\0\3", 6), "an R data file"},
      {"RDX3\nX\n", "an R data file"},
      {"PAR1xx", "a Parquet file"},
      {"BZh91AY", "a packed file of a kind that is not read: unpack it"},
      {std::string("\xFD"
                   "7zXZ\0",
                   6),
       "a packed file"},
      {"\x28\xB5\x2F\xFDxx", "a packed file"},
      {"7z\xBC\xAF\x27\x1C", "a packed file"},
      {at(257, "ustar"), "a tar archive"},
      {"%PDF-1.7", "a PDF"},
      {"\x89PNG\r\n", "a picture"},
      {at(344, std::string("n+1\0", 4)), "an image"},
      {"/annex/objects/MD5E-s100--0123.tsv\n", "a pointer to a file that was not fetched"},
      {"../.git/annex/objects/aa/bb/x.tsv", "a pointer to a file that was not fetched"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 3\n", "git lfs pull"},
      {"{\"cjv\": 1}", "is JSON"},
      {"\n[ {\"cjv\": 1}]", "is JSON"}};
  for (const auto& [content, line] : kinds) {
    CAPTURE(line);
    CHECK(contains(table_error(content), line));
    CHECK(table_error(content).find('\n') == std::string::npos);
  }
}

TEST_CASE("tables that begin much as other files do are read") {
  for (const char* table : {"RDx,a\n1,2\n2,5\n", "PKU,a\ns1,2\ns2,5\n", "index,a\ns1,2\ns2,5\n",
                            "file,a\n/x/y/annex/objects/z.nii,2\nt,3\n"}) {
    CAPTURE(table);
    CHECK(table_error(table).empty());
  }
}
