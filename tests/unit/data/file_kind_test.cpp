#include "data/text/file_kind.h"

#include "data/formats/data_format.h"
#include "helpers.h"

using dsne::data::is_leftover;
using dsne::data::other_kind;
using dsne::data::values_kind;

namespace {

std::string at(std::size_t place, const std::string& bytes, std::size_t size = 1024) {
  std::string text(size, '\0');
  return text.replace(place, bytes.size(), bytes);
}

/// Whether what is said of a file begins so and says what to do.
bool is_told(const std::string& bytes, const std::string& begin) {
  const std::string told = other_kind(bytes);
  return told.starts_with(begin) && told.find(": ") != std::string::npos;
}

}  // namespace

TEST_CASE("a file of another kind is recognised by its first bytes, with what to do") {
  CHECK(is_told(std::string("\0\0\0\1\0\0\0\x40", 8), "a FreeSurfer volume (.mgz or .mgh)"));
  CHECK(is_told(at(128, "DICM"), "a DICOM file"));
  CHECK(is_told(at(0, std::string("\x1C\x02\0\0", 4)), "a NIfTI-2 image"));
  CHECK(is_told(at(0, std::string("\0\0\x02\x1C", 4)), "a NIfTI-2 image"));
  std::string cifti = at(0, std::string("\x1C\x02\0\0", 4));
  cifti.replace(504, 4, std::string("\xBE\x0B\0\0", 4));  // 3006, a dense series
  CHECK(is_told(cifti, "a CIFTI file"));
  CHECK(is_told(at(0, std::string("\x5C\x01\0\0", 4)), "the header of an Analyze image"));
  std::string pair = at(0, std::string("\x5C\x01\0\0", 4));
  CHECK(is_told(pair.replace(344, 4, std::string("ni1\0", 4)), "the header of a pair of files"));
  CHECK(other_kind(pair.replace(344, 4, std::string("n+1\0", 4))).empty());
  CHECK(is_told("<?xml version=\"1.0\"?>\n<!DOCTYPE GIFTI SYSTEM>", "a GIFTI surface"));
  CHECK(is_told("<?xml version=\"1.0\"?><Workbook>", "XML"));
  CHECK(is_told("<!DOCTYPE html><html>", "a web page"));
  CHECK(is_told(std::string("PK\x03\x04\x14\0\x06\0[Content_Types].xml", 27), "an Excel workbook"));
  CHECK(is_told("PK\x03\x04 arr_0.npy", "several NumPy arrays"));
  CHECK(is_told("PK\x03\x04 scan.nii", "a zip archive"));
  CHECK(is_told("BZh91AY", "compressed with bzip2"));
  CHECK(is_told("\xFD\x37zXZ", "compressed with xz"));
  CHECK(is_told(at(257, "ustar"), "a tar archive"));
  CHECK(is_told("\x89HDF\r\n", "an HDF5 file"));
  CHECK(is_told("MATLAB 5.0 MAT-file", "a MATLAB file"));
  CHECK(is_told("# Title Segmentation Statistics \n# ", "FreeSurfer's statistics of one subject"));
  CHECK(is_told("\xEF\xBB\xBF [ {\"a\": 1}]", "JSON"));
  CHECK(is_told("../.git/annex/objects/a", "a pointer of git-annex"));
  CHECK(is_told("/annex/objects/MD5E-s100--0123.tsv\n", "a pointer of git-annex"));
  CHECK(
      is_told("version https://git-lfs.github.com/spec/v1\noid sha256:12", "a pointer of Git LFS"));
  CHECK(is_told("\xEF\xBB\xBF\n <HTML xmlns:x=\"urn\">", "a web page"));
  CHECK(is_told("<table><tr><td>id</td></tr></table>", "a web page"));
  CHECK(is_told("PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument", "an OpenDocument sheet"));
  CHECK(is_told("PK\x03\x04 Index/Document.iwa", "a sheet of Apple's Numbers"));
  CHECK(is_told("<?xml version=\"1.0\"?><?mso-application progid=\"Excel.Sheet\"?>",
                "an Excel workbook (XML)"));
  CHECK(is_told("\xD0\xCF\x11\xE0", "an old Excel workbook"));
  CHECK(is_told(std::string("\x71\2\1\0", 4) + "xx", "a Stata file"));
  CHECK(is_told("<stata_dta><header>", "a Stata file"));
  CHECK(is_told("$FL2@(#) SPSS DATA FILE", "an SPSS file"));
  CHECK(is_told(at(12, "\xC2\xEA\x81\x60"), "a SAS file"));
  CHECK(is_told("HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!", "a SAS transport file"));
  CHECK(is_told(std::string("X\n\0\0\0\3", 6), "an R file"));
  CHECK(is_told("RDX3\nX\n", "an R file"));
  CHECK(is_told("PAR1xx", "a Parquet file"));
  CHECK(is_told("\x28\xB5\x2F\xFDxx", "compressed with zstd"));
  CHECK(is_told("SIENA - Structural Image Evaluation, using Normalisation", "SIENAX's report"));
  CHECK(is_told("VSCALING 1.034\ntissue volume\n", "SIENAX's report"));
  CHECK(is_told(std::string("\xFF\xFE\0\0i\0\0\0", 8), "in UTF-32"));
  CHECK(is_told(std::string("\0\0\xFE\xFF\0\0\0i", 8), "in UTF-32"));
  CHECK(is_told("7z\xBC\xAF\x27\x1C", "a 7z archive"));
}

TEST_CASE("tables are not of another kind") {
  for (const char* text : {"", "a,b\n1,2\n", "<5,3\n", "0 1\n1 0\n", "# a b\n", "[1, 2],3\n"}) {
    CAPTURE(text);
    CHECK(other_kind(text).empty());
  }
}

TEST_CASE("a text of names and values is no table") {
  for (const char* text :
       {"# by us\nsub-01:\n  snr: 12.5\n  cnr: 3\nsub-02:\n", "snr: 12.5\r\ncnr: 3\r\nfber:\r\n",
        "- id: s1\n  snr: 12.5\n- id: s2\n  snr: 13\n"}) {
    CHECK(values_kind(text).starts_with("a list of names and values"));
  }
  CHECK(values_kind("\nsubject ID     : FT\nTRs removed (per run) : 2 2\n")
            .starts_with("AFNI's review of one subject: "));
  for (const char* text :
       {"", "a,b\n1,2\n", "id,at\na,8:15\nb,8:16\nc,9:01\n", "8:15 1\n8:16 2\n8:17 3\n",
        "t1:a 1\nt1:b 2\nt1:c 3\n", "Note: by us\nid,snr\ns1,2\ns2,3\n",
        "Site A: 001,10.2\nSite A: 002,9.8\nSite B: 003,9.1\n", "a: 1 2\nb: 2 3\nc: 3 4\n",
        "id: \tcjv\ns: \t1\nt: \t2\n", "a: 1\nb: 2\n"}) {
    CAPTURE(text);
    CHECK(values_kind(text).empty());
  }
}

TEST_CASE("another kind is reported for every input") {
  const InputFolder folder;
  const std::string volume("\0\0\0\1\0\0\0\x40", 8);
  folder.write("secret.mgz", volume);
  folder.write("secret.csv", volume);
  const auto error = [&](const std::string& name, dsne::data::DataFormat form) {
    return error_of([&] { dsne::data::read_data(folder.path() / name, "site_data", form, {}); });
  };
  using enum dsne::data::DataFormat;
  const std::string told =
      " is a FreeSurfer volume (.mgz or .mgh): convert it with mri_convert to .nii.gz";
  CHECK(error("secret.mgz", automatic) == "site_data" + told);
  CHECK(error("secret.csv", automatic) == "site_data" + told);
  folder.write("images.csv", "scan\nsecret.mgz\n");
  CHECK(error("images.csv", automatic) == "site_data row 2's file" + told);
  folder.write("list.csv", "file\nsecret.csv\n");
  for (const auto form : {covariates, connectivity, time_series, nifti}) {
    CHECK(error("list.csv", form) == "site_data row 2's file" + told);
  }
  CHECK(error("list.csv", automatic) == "the first file of site_data" + told);
}

TEST_CASE("systems' leftovers in folders") {
  for (const char* name : {"._scan.nii.gz", ".DS_Store", "Thumbs.db", "desktop.ini"}) {
    CHECK(is_leftover(name));
  }
  for (const char* name : {"scan.nii.gz", ".hidden", "_scan.nii"}) CHECK_FALSE(is_leftover(name));
}
