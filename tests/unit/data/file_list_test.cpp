#include "data/formats/file_list.h"

#include "data/formats/data_format.h"
#include "helpers.h"

using dsne::data::DataFormat;
using dsne::data::file_column;
using dsne::data::FileList;
using dsne::data::find_data_format;
using dsne::data::images_in_folder;
using dsne::data::read_file_list;

TEST_CASE("a list's files are in its folder, and are called by their rows") {
  const InputFolder folder;
  for (const char* name : {"a.txt", "b.txt"}) folder.write(name, "x 1\n");
  const auto list = folder.write("list.csv", "file\na.txt\n\nb.txt\n");
  const FileList files = read_file_list(list, "site_data", {});
  CHECK(files.names ==
        std::vector<std::string>{"site_data row 2's file", "site_data row 4's file"});
  CHECK(files.files.front() == folder.path() / "a.txt");
  auto format = with_columns("", "label");
  format.may_lack_columns = true;
  CHECK(read_file_list(list, "site_data", format).subjects.labels.empty());
  boost::filesystem::create_directory(folder.path() / "c.txt");
  CHECK(error_of([&] {
          read_file_list(folder.write("c.csv", "file\nc.txt\n"), "site_data", {});
        }).starts_with("site_data row 2, column 1: there is no such file"));
}

TEST_CASE("a table of measures that also names files is not a list") {
  const InputFolder folder;
  folder.write("secret1.txt", "a 1\n");
  CHECK_FALSE(file_column({"s1", "0.5", "secret1.txt"}, folder.path()));
  CHECK_FALSE(file_column({"s1", "absent.txt"}, folder.path()));
  CHECK(file_column({"s1", "secret1.txt"}, folder.path()) == 1);
  CHECK(file_column({"3", "absent.txt"}, folder.path()) == 1);
  const auto volumes = folder.write(
      "a.tsv", "image\tLeft-Caudate\tCSF\tBrain-Stem\n/data/a/T1.mgz\t3400\t900\t21000\n");
  CHECK(find_data_format(volumes, "site_data") == DataFormat::table);
  folder.write("T1.mgz", "");
  CHECK(find_data_format(volumes, "site_data") == DataFormat::nifti);
  const auto list = folder.write("b.csv", "file,age\nc.nii,22.5\n");
  CHECK(find_data_format(list, "site_data") == DataFormat::nifti);
}

TEST_CASE("a name with accents is found in either form") {
  const std::string composed = "M\xC3\xBCller.txt";
  const std::string decomposed = "Mu\xCC\x88ller.txt";
  for (const auto& [listed, written] : {std::pair(composed, decomposed), {decomposed, composed}}) {
    const InputFolder folder;
    folder.write(written, "a 1\n");
    const FileList list =
        read_file_list(folder.write("list.csv", "file\n" + listed + "\n"), "site_data", {});
    CHECK(list.files.front().filename() == written);
    CHECK(list.subjects.ids == std::vector<std::string>{listed});
  }
}

TEST_CASE("the images of a folder, by name, without systems' leftovers") {
  const InputFolder folder;
  for (const char* name :
       {"b.nii", "a.nii.gz", "notes.txt", "C.NII", "._b.nii", ".hidden.nii", "Thumbs.db"}) {
    folder.write(name, "");
  }
  boost::filesystem::create_directory(folder.path() / "d.nii");
  const FileList list = images_in_folder(folder.path(), "site_data");
  CHECK(list.subjects.ids == std::vector<std::string>{"C.NII", "a.nii.gz", "b.nii"});
  CHECK(list.names.back() == "site_data image 3 by name");
  CHECK(list.subjects.reading.notes.front().ends_with("were skipped: 2."));
}

TEST_CASE("a folder without images says what to bring") {
  const InputFolder folder;
  const auto error = [&] {
    return error_of([&] { images_in_folder(folder.path(), "site_data"); });
  };
  const std::string none = "site_data is a folder without images (.nii, .nii.gz)";
  CHECK(error() == none + ": bring a list that names a file for each subject");
  folder.write("IM0001", std::string(128, '\0') + "DICM");
  CHECK(error() ==
        none + "; it holds a DICOM file: make a NIfTI image of the series with dcm2niix");
}
