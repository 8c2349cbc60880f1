#include "data/file_list.h"

#include "data/data_format.h"
#include "helpers.h"

using dsne::data::FileList;
using dsne::data::Header;
using dsne::data::read_file_list;
using dsne::data::TableFormat;
using Names = std::vector<std::string>;

namespace {

/// A folder with two subjects' files and a list.
class Listed {
 public:
  explicit Listed(const std::string& list) : list_(folder_.write("list.csv", list)) {
    folder_.write("secret1.txt", "a 1\n");
    folder_.write("secret 2.txt", "a 2\n");
  }
  FileList read(const TableFormat& format = {}) const {
    return read_file_list(list_, "site_data", format);
  }
  std::string error(const TableFormat& format = {}) const {
    return error_of([&] { read(format); });
  }
  const InputFolder& folder() const { return folder_; }

 private:
  InputFolder folder_;
  boost::filesystem::path list_;
};

}  // namespace

TEST_CASE("a list names a file per subject, with ids and labels if asked for") {
  const Listed listed("file,age,group,id\nsecret1.txt,31,2.0,p1\n\nsecret 2.txt,27,,p2\n\n");
  const FileList list = listed.read(with_columns("id", "group"));
  CHECK(list.subjects.ids == Names{"p1", "p2"});
  CHECK(list.subjects.labels == Names{"2", ""});
  CHECK(list.subjects.rows == std::vector<std::size_t>{2, 4});
  CHECK(list.names == Names{"site_data row 2's file", "site_data row 4's file"});
  CHECK(list.files.front().filename() == "secret1.txt");
  const FileList plain = listed.read();
  CHECK(plain.subjects.ids == Names{"secret1.txt", "secret 2.txt"});
  CHECK(plain.subjects.labels.empty());
}

TEST_CASE("a list may lack the header; its columns then have numbers") {
  TableFormat format = with_columns("", "2");
  const FileList list = Listed("secret 2.txt,a\nsecret1.txt,b\n").read(format);
  CHECK(list.subjects.rows == std::vector<std::size_t>{1, 2});
  CHECK(list.subjects.labels == Names{"a", "b"});
  CHECK(Listed("secret 2.txt\n").read().subjects.ids == Names{"secret 2.txt"});
  format.header = Header::present;
  CHECK(Listed("x.txt,2\nsecret1.txt,b\n").read(format).subjects.ids == Names{"secret1.txt"});
}

TEST_CASE("blank lines before a list are not its header") {
  const FileList list = Listed("\n  \nfile,id\nsecret1.txt,p1\n").read(with_columns("id"));
  CHECK(list.subjects.ids == Names{"p1"});
  CHECK(list.subjects.rows == std::vector<std::size_t>{4});
  CHECK(Listed("\nsecret1.txt\nsecret 2.txt\n").read().subjects.rows ==
        std::vector<std::size_t>{2, 3});
  CHECK(Listed("\n\n").error() == "site_data is empty");
}

TEST_CASE("a list names files of its own folder only") {
  const std::string no_name =
      "site_data row 2, column 1: not the name of a file in the site's input folder";
  for (const char* name : {"..", "a/", "/etc/.."}) {
    CHECK(Listed("file\n" + std::string(name) + "\n").error() == no_name);
  }
  CHECK(Listed("file,age\n,31\n").error() == no_name);
  const std::string missing =
      "site_data row 3, column 1: there is no such file in the site's input folder (with "
      "data_format table it is no file's name)";
  CHECK(Listed("file\nsecret1.txt\nsecret3.txt\n").error() == missing);
  for (const char* name : {"../secret.txt", "/etc/passwd", "a/secret.txt", "a\\b.txt"}) {
    CHECK(Listed("file\nsecret1.txt\n" + std::string(name) + "\n").error() == missing);
  }
  const Listed with_folder("file\nsecret1.txt\nfolder.txt\n");
  boost::filesystem::create_directory(with_folder.folder().path() / "folder.txt");
  CHECK(with_folder.error() == missing);
}

TEST_CASE("lists that are wrong") {
  CHECK(Listed("").error() == "site_data is empty");
  CHECK(Listed("file,age\n").error() == "site_data names no file");
  CHECK(Listed("file,age\nsecret1.txt\n").error() == "site_data row 2 has 1 instead of 2 columns");
  CHECK(Listed("file,age\nsecret1.txt,1\nsecret1.txt,2\n").error() ==
        "site_data rows 2 and 3 name the same file: bring a file for each subject");
  TableFormat format = with_columns("id");
  CHECK(Listed("file,id\nsecret1.txt,1\nsecret 2.txt,1\n").error(format) ==
        "site_data rows 2 and 3 have the same id: bring one row for each scan, or name what tells "
        "them apart (id_column)");
  format.id_column.clear();
  format.label_column = "secret";
  CHECK(Listed("file,age\nsecret1.txt,1\n").error(format) ==
        "site_data has no column with the name given in label_column");
  format.may_lack_columns = true;
  CHECK(Listed("file,age\nsecret1.txt,1\n").read(format).subjects.labels.empty());
}

TEST_CASE("all files that are missing are counted in one error") {
  CHECK(Listed("file\nsecret1.txt\nsecret3.txt\nsecret 2.txt\nsecret4.txt\n").error() ==
        "site_data names 2 files that are not in the site's input folder, in rows 3, 5: bring "
        "them into the list's folder (with data_format table they are no files' names)");
}

TEST_CASE("only the file's name of a path is used") {
  const FileList list =
      Listed("file\nC:\\Data\\scans\\secret1.txt\n/home/me/secret 2.txt\n").read();
  CHECK(list.subjects.ids == Names{"secret1.txt", "secret 2.txt"});
  CHECK(list.subjects.reading.notes ==
        Names{"Of the paths in the list the files' names were taken."});
  CHECK(Listed("file,id\na/secret1.txt,1\nb/secret1.txt,2\n").error() ==
        "site_data rows 2 and 3 name the same file: bring a file for each subject");
}

TEST_CASE("lists in any dialect") {
  for (const std::string& same :
       Names{"file;group\nsecret1.txt;a\nsecret 2.txt;b\n",
             "\xEF\xBB\xBF"
             "file,group\r\nsecret1.txt,a\r\nsecret 2.txt,b\r\n",
             "sep=;\nfile;group\nsecret1.txt;a\nsecret 2.txt;b\n",
             ",file,group\n0,secret1.txt,a\n1,secret 2.txt,b\n",
             "\"file\"\t\"group\"\n\"1\"\t\"secret1.txt\"\t\"a\"\n\"2\"\t\"secret 2.txt\"\t\"b\"\n",
             "participant_id,group,file\ns1,a,secret1.txt\ns2,b,secret 2.txt\n",
             "file,group\rsecret1.txt,a\rsecret 2.txt,b\r",
             "file,group,\nsecret1.txt,a,\nsecret 2.txt,b\n,,\n"}) {
    CAPTURE(same);
    const bool padded = same.find("group,\n") != std::string::npos;
    const std::string text = padded ? "file,group\nsecret1.txt,a,\nsecret 2.txt,b\n,,\n" : same;
    const FileList list = Listed(text).read(with_columns("", "group"));
    CHECK(list.subjects.ids == Names{"secret1.txt", "secret 2.txt"});
    CHECK(list.subjects.labels == Names{"a", "b"});
  }
}

TEST_CASE("a table of measures that also names files is not a list") {
  const Listed listed("");
  using dsne::data::file_column;
  CHECK_FALSE(file_column({"s1", "0.5", "secret1.txt"}, listed.folder().path()));
  CHECK_FALSE(file_column({"s1", "absent.txt"}, listed.folder().path()));
  CHECK(file_column({"s1", "secret1.txt"}, listed.folder().path()) == 1);
  CHECK(file_column({"3", "absent.txt"}, listed.folder().path()) == 1);
}

TEST_CASE("measures beside names of files that are not there are a table") {
  const InputFolder folder;
  const auto volumes =
      folder.write("a.tsv",
                   "image\tLeft-Caudate\tCSF\tBrain-Stem\n/data/a/T1.mgz\t3400\t900\t21000\n"
                   "/data/b/T1.mgz\t3500\t950\t22000\n");
  CHECK(dsne::data::find_data_format(volumes, "site_data") == dsne::data::DataFormat::table);
  folder.write("T1.mgz", "");
  CHECK(dsne::data::find_data_format(volumes, "site_data") == dsne::data::DataFormat::nifti);
  const auto list = folder.write("b.csv", "file,age\nc.nii,22.5\n");
  CHECK(dsne::data::find_data_format(list, "site_data") == dsne::data::DataFormat::nifti);
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
    CHECK(list.subjects.ids == Names{listed});
  }
}

TEST_CASE("systems' leftovers in folders are not subjects") {
  const FileList list = Listed("file\n._secret1.txt\nsecret1.txt\n.DS_Store\n").read();
  CHECK(list.subjects.ids == Names{"secret1.txt"});
  CHECK(list.subjects.reading.notes ==
        Names{"Files that computers leave in folders (._*, .DS_Store, Thumbs.db) "
              "were skipped: 2."});
  const InputFolder folder;
  for (const char* name : {"b.nii", "._b.nii", ".hidden.nii", "Thumbs.db", ".DS_Store"}) {
    folder.write(name, "");
  }
  const FileList images = dsne::data::images_in_folder(folder.path(), "site_data");
  CHECK(images.subjects.ids == Names{"b.nii"});
  CHECK(images.subjects.reading.notes.front().ends_with("were skipped: 3."));
}

TEST_CASE("the images of a folder, by name") {
  const InputFolder folder;
  for (const char* name : {"b.nii", "a.nii.gz", "notes.txt", "C.NII"}) folder.write(name, "");
  boost::filesystem::create_directory(folder.path() / "d.nii");
  const FileList list = dsne::data::images_in_folder(folder.path(), "site_data");
  CHECK(list.subjects.ids == Names{"C.NII", "a.nii.gz", "b.nii"});
  CHECK(list.names.back() == "site_data image 3 by name");
  const InputFolder empty;
  CHECK(error_of([&] { dsne::data::images_in_folder(empty.path(), "site_data"); }) ==
        "site_data is a folder without images (.nii, .nii.gz): bring a list that names a file for "
        "each subject");
  empty.write("IM0001", std::string(128, '\0') + "DICM");
  CHECK(error_of([&] { dsne::data::images_in_folder(empty.path(), "site_data"); }) ==
        "site_data is a folder without images (.nii, .nii.gz); it holds a DICOM file: make a NIfTI "
        "image of the series with dcm2niix");
}
