#include "data/formats/nifti_volume.h"

#include <cstdint>
#include <cstring>
#include <limits>

#include "core/files.h"
#include "helpers.h"

using dsne::data::NiftiVolume;
using dsne::data::Table;

namespace {

Table read_scan(const boost::filesystem::path& file) {
  return dsne::data::read_scans(dsne::data::one_file(file, "site_data"), "site_data");
}

/// The scan's row as rows along Y.
dsne::Matrix summed(const std::string& name) {
  const Table table = read_scan(test_data("nifti/" + name));
  REQUIRE(table.values.cols() == 12);
  return table.values.reshaped<Eigen::RowMajor>(3, 4);
}

/// A good image of 4 × 3 × 5 voxels of float64.
std::string good() { return dsne::read_file(test_data("nifti/float64.nii"), "good"); }

/// It with a value of the header, or a voxel, replaced.
template <class T>
std::string with(std::size_t offset, T value, std::string image = good()) {
  std::memcpy(image.data() + offset, &value, sizeof value);
  return image;
}

std::string with_extent(std::size_t dimension, std::int16_t extent,
                        const std::string& image = good()) {
  return with<std::int16_t>(40 + 2 * dimension, extent, image);
}

std::string scan_error(const std::string& content, const std::string& name = "secret.nii") {
  const InputFolder folder;
  const auto file = folder.write(name, content);
  return error_of([&] { read_scan(file); });
}

/// Checks the sums of an image of a type of integers, whose values lie at the end of its range that
/// the type of the same size and other sign does not have.
template <class T>
void check_integers(std::int16_t type) {
  using Limits = std::numeric_limits<T>;
  std::string image = with<std::int16_t>(70, type);
  image = with(72, static_cast<std::int16_t>(8 * sizeof(T)), image).substr(0, 352);
  dsne::RowVector expected = dsne::RowVector::Zero(12);
  for (int v = 0; v < 60; ++v) {
    const auto step = static_cast<T>(v);
    const auto value =
        static_cast<T>(Limits::is_signed ? Limits::min() + step : Limits::max() - step);
    image.append(reinterpret_cast<const char*>(&value), sizeof value);
    expected(v % 12) += static_cast<double>(value);
  }
  const InputFolder folder;
  const Table table = read_scan(folder.write("integers.nii", image));
  CHECK(difference(table.values / expected(0), expected / expected(0)) < 1e-12);
}

std::string gz_error(std::size_t removed, std::size_t damaged) {
  std::string content = dsne::read_file(test_data("nifti/float32.nii.gz"), "float32");
  content.resize(content.size() - removed);
  if (damaged > 0) content[content.size() - damaged] ^= 1;
  return scan_error(content, "secret.nii.gz");
}

/// What a list of these two images is refused with.
std::string second_image_error(const std::string& first, const std::string& second) {
  const InputFolder folder;
  folder.write("secret1.nii", first);
  folder.write("secret2.nii", second);
  const auto list = folder.write("two.csv", "scan\nsecret1.nii\nsecret2.nii\n");
  return error_of([&] {
    dsne::data::read_scans(dsne::data::read_file_list(list, "site_data", {}), "site_data");
  });
}

/// A good image with the first axis pointing to the left.
std::string to_the_left() { return with(280, -2.0F); }

}  // namespace

TEST_CASE("an image is summed along Z as nibabel and numpy do, in either byte order") {
  // Of four.nii.gz, the first of its three time points.
  for (const char* name :
       {"float32.nii.gz", "float64.nii", "big_endian.nii", "scaled.nii", "four.nii.gz"}) {
    CAPTURE(name);
    const std::string stem(name, std::strchr(name, '.'));
    CHECK(difference(summed(name), peer_values("nifti/" + stem + ".txt")) < 1e-12);
  }
}

TEST_CASE("integers at the ends of their ranges") {
  check_integers<std::uint8_t>(2);
  check_integers<std::int16_t>(4);
  check_integers<std::int32_t>(8);
  check_integers<std::int8_t>(256);
  check_integers<std::uint16_t>(512);
  check_integers<std::uint32_t>(768);
  check_integers<std::int64_t>(1024);
  check_integers<std::uint64_t>(1280);
}

TEST_CASE("a voxel that is not a number counts as 0") {
  constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
  const InputFolder folder;
  CHECK(read_scan(folder.write("a.nii", with(360, no_number))).values ==
        read_scan(folder.write("b.nii", with(360, 0.0))).values);
  std::string image = good();
  for (std::size_t v = 0; v < 60; ++v) image = with(352 + 8 * v, no_number, image);
  CHECK(scan_error(image) == "site_data has no voxel that is a number");
}

TEST_CASE("slices come one by one, with the distances between voxels") {
  NiftiVolume scan(test_data("nifti/float64.nii"), "site_data");
  CHECK(scan.width() == 4);
  CHECK(scan.height() == 3);
  CHECK(scan.slices() == 5);
  CHECK(scan.spacing() == std::array<double, 3>{2, 2, 3});
  const dsne::Matrix slice = scan.next_slice();
  CHECK(slice.rows() == 3);
  CHECK(slice.cols() == 4);
}

TEST_CASE("files that are not images, are truncated or damaged, or hold what no sum can") {
  const std::string none = "site_data is no NIfTI-1 image (.nii or .nii.gz)";
  const std::string truncated = "site_data is truncated";
  const std::string many = "site_data has more voxels than can be read";
  const std::string nowhere =
      "site_data: the NIfTI header says that its voxels begin at no possible place";
  const std::string large = "site_data has a voxel that is infinite or too large";
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const auto& [image, error] : std::vector<std::pair<std::string, std::string>>{
           {"", none},
           {"a,b\n1,2\n", none},
           {good().substr(0, 347), none},
           {std::string(1000, '\0'), none},
           {std::string(1000, '\x7F'), none},
           // Numbers of dimensions, some of them in another byte order than the rest.
           {with_extent(0, 9), none},
           {with_extent(0, -1), none},
           {with_extent(0, 0), none},
           {with_extent(0, 0x0300), none},
           {with_extent(0, 0x0700), none},
           {with_extent(0, 2), "site_data has 2 dimensions instead of 3 or 4"},
           {with<std::int32_t>(0, 540),
            "site_data is a NIfTI-2 image: write it as NIfTI-1, with nifti_tool -convert2nii1 or "
            "mri_convert"},
           {with<std::int16_t>(70, 128, with<std::int16_t>(72, 24)),
            "site_data: the type of its voxels is not supported (integers of 8 to 64 bits, float32 "
            "and float64 are)"},
           {good().substr(0, 352), truncated},
           {good().substr(0, good().size() - 1), truncated},
           // A header that claims more than the file has allocates nothing.
           {with_extent(1, 32767, with_extent(2, 32767, with_extent(3, 32767))), many},
           {with_extent(3, 32767, with_extent(2, 1000, with_extent(1, 1000))), many},
           {with_extent(3, 20000), truncated},
           {with(108, 1e30F), nowhere},
           {with(108, -1.0F), nowhere},
           {with(108, 10.0F), nowhere},
           {with(108, nan), nowhere},
           {with(108, 1e6F), truncated},
           {with(352, std::numeric_limits<double>::infinity()), large},
           {with(352, 1e101), large},
           {with(352, 1e99), ""},
           // A scaling that is not a number is ignored.
           {with(112, nan), ""},
           {with(116, nan, with(112, 2.0F)), ""}}) {
    CHECK(scan_error(image) == error);
  }
  CHECK(scan_error(good(), "secret.nii.gz").empty());  // not compressed, whatever its name
  CHECK(gz_error(0, 0).empty());
  CHECK(gz_error(200, 0) == truncated);
  CHECK(gz_error(4, 0) == "site_data is damaged, or is truncated");  // in the checksums
  CHECK(gz_error(0, 6) == "site_data is damaged, or is truncated");  // the checksum is wrong
}

TEST_CASE("images of other shapes, voxels or axes are not compared") {
  const std::string second = "site_data row 3's file has ";
  CHECK(second_image_error(good(), with_extent(3, 4)) ==
        second + "images of 4 x 3 x 4 voxels instead of 4 x 3 x 5 (compared with the first file)");
  CHECK(second_image_error(good(), with(80, 2.5F)) ==
        second +
            "voxels of 2.5 x 2 x 3 mm instead of 2 x 2 x 3 mm: bring all images into one space "
            "(compared with the first file)");
  CHECK(second_image_error(good(), with(80, 2.01F)).empty());
  CHECK(second_image_error(good(), with(80, 0.0F)).empty());  // the header does not say
  CHECK(second_image_error(good(), to_the_left()) ==
        second +
            "axes that point to LAS instead of RAS: reorient the images (fslreorient2std) "
            "(compared with the first file)");
  const std::string silent = with<std::int16_t>(252, 0, with<std::int16_t>(254, 0));
  CHECK(second_image_error(silent, to_the_left()).empty());
}

TEST_CASE("features are named by their voxels, and an image's geometry is kept") {
  const Table table = read_scan(test_data("nifti/float64.nii"));
  CHECK(table.features[1] == "x1 y0");
  CHECK(table.features.back() == "x3 y2");
  CHECK(table.ids.front() == "float64.nii");
  const auto& geometry = table.reading.geometry;
  CHECK(geometry.kind == dsne::data::GeometryKind::images);
  CHECK(geometry.size == std::vector<std::int64_t>{4, 3, 5});
  CHECK(geometry.spacing == std::vector<double>{2, 2, 3});
  CHECK(geometry.orientation == "RAS");
  CHECK(read_scan(test_data("nifti/four.nii.gz")).reading.notes ==
        std::vector<std::string>{"Of 1 images with several time points the first is used."});
}
