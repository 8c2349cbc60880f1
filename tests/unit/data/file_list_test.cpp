#include "data/file_list.h"

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
  TableFormat format;
  format.id_column = "id";
  format.label_column = "group";
  const Listed listed("file,age,group,id\nsecret1.txt,31,2.0,p1\n\nsecret 2.txt,27,,p2\n\n");
  const FileList list = listed.read(format);
  CHECK(list.ids == Names{"p1", "p2"});
  CHECK(list.labels == Names{"2", ""});
  CHECK(list.rows == std::vector<std::size_t>{2, 4});
  CHECK(list.names == Names{"site_data row 2's file", "site_data row 4's file"});
  CHECK(list.files.front().filename() == "secret1.txt");
  const FileList plain = listed.read();
  CHECK(plain.ids == Names{"secret1.txt", "secret 2.txt"});
  CHECK(plain.labels.empty());
}

TEST_CASE("a list may lack the header; its columns then have numbers") {
  TableFormat format;
  format.label_column = "2";
  const FileList list = Listed("secret 2.txt,a\nsecret1.txt,b\n").read(format);
  CHECK(list.rows == std::vector<std::size_t>{1, 2});
  CHECK(list.labels == Names{"a", "b"});
  CHECK(Listed("secret 2.txt\n").read().ids == Names{"secret 2.txt"});
  format.header = Header::present;
  CHECK(Listed("x.txt,2\nsecret1.txt,b\n").read(format).ids == Names{"secret1.txt"});
}

TEST_CASE("blank lines before a list are not its header") {
  TableFormat format;
  format.id_column = "id";
  const FileList list = Listed("\n  \nfile,id\nsecret1.txt,p1\n").read(format);
  CHECK(list.ids == Names{"p1"});
  CHECK(list.rows == std::vector<std::size_t>{4});
  CHECK(Listed("\nsecret1.txt\nsecret 2.txt\n").read().rows == std::vector<std::size_t>{2, 3});
  CHECK(Listed("\n\n").error() == "site_data is empty");
}

TEST_CASE("a list names files of its own folder only") {
  const std::string no_name =
      "site_data row 2, column 1: not the name of a file in the site's input folder";
  for (const char* name : {"../secret.txt", "/etc/passwd", "a/secret.txt", "..", "a\\b.txt"}) {
    CHECK(Listed("file\n" + std::string(name) + "\n").error() == no_name);
  }
  CHECK(Listed("file,age\n,31\n").error() == no_name);
  const std::string missing =
      "site_data row 3, column 1: there is no such file in the site's input folder (with "
      "data_format table it is no file's name)";
  CHECK(Listed("file\nsecret1.txt\nsecret3.txt\n").error() == missing);
  const Listed with_folder("file\nsecret1.txt\nfolder.txt\n");
  boost::filesystem::create_directory(with_folder.folder().path() / "folder.txt");
  CHECK(with_folder.error() == missing);
}

TEST_CASE("lists that are wrong") {
  CHECK(Listed("").error() == "site_data is empty");
  CHECK(Listed("file,age\n").error() == "site_data names no file");
  CHECK(Listed("file,age\nsecret1.txt\n").error() == "site_data row 2 has 1 instead of 2 columns");
  CHECK(Listed("file,age\nsecret1.txt,1\nsecret1.txt,2\n").error() ==
        "site_data rows 2 and 3 have the same id: bring one row for each scan, or name what tells "
        "them apart (id_column)");
  TableFormat format;
  format.label_column = "secret";
  CHECK(Listed("file,age\nsecret1.txt,1\n").error(format) ==
        "site_data has no column with the name given in label_column");
  format.may_lack_columns = true;
  CHECK(Listed("file,age\nsecret1.txt,1\n").read(format).labels.empty());
}

TEST_CASE("the images of a folder, by name") {
  const InputFolder folder;
  for (const char* name : {"b.nii", "a.nii.gz", "notes.txt", "C.NII"}) folder.write(name, "");
  boost::filesystem::create_directory(folder.path() / "d.nii");
  const FileList list = dsne::data::images_in_folder(folder.path(), "site_data");
  CHECK(list.ids == Names{"C.NII", "a.nii.gz", "b.nii"});
  CHECK(list.names.back() == "site_data image 3 by name");
  const InputFolder empty;
  CHECK(error_of([&] { dsne::data::images_in_folder(empty.path(), "site_data"); }) ==
        "site_data is a folder without images (.nii, .nii.gz)");
}
