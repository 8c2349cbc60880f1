#include "data/formats/nifti_volume.h"

#include <nifti1_io.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <iostream>
#include <map>

#include "core/errors.h"
#include "data/table.h"
#include "data/text/file_kind.h"

namespace dsne::data {
namespace {

using Eigen::Index;
namespace endian = boost::endian;
namespace fs = boost::filesystem;

constexpr const char* no_image = "is no NIfTI-1 image (.nii or .nii.gz)";
constexpr const char* damaged = "is damaged, or is truncated";

struct FileHeader {
  nifti_1_header fields;  // in this machine's byte order
  endian::order order;    // of the voxels
};

/// Reads the header from the beginning of the file; nifticlib checks it, but does not open it, as
/// it would write the file's name to stderr. The error says what another kind of file is.
FileHeader read_header(gzFile opened, const fs::path& file, const Source& source) {
  nifti_set_debug_level(0);
  FileHeader header{};
  const int count = gzread(opened, &header.fields, sizeof header.fields);
  if (count < 0) source.refuse(damaged);
  const bool swapped = header.fields.sizeof_hdr != sizeof header.fields;
  if (swapped) swap_nifti_header(&header.fields, 1);
  if (count < static_cast<int>(sizeof header.fields) || nifti_hdr_looks_good(&header.fields) == 0 ||
      NIFTI_VERSION(header.fields) != 1 || !NIFTI_ONEFILE(header.fields)) {
    const std::string what = other_file_kind(file);
    source.refuse(what.empty() ? no_image : "is " + what);
  }
  const bool big = (endian::order::native == endian::order::big) != swapped;
  header.order = big ? endian::order::big : endian::order::little;
  return header;
}

BinaryNumber voxel_type(const FileHeader& header, const Source& source) {
  static const std::map<int, std::string> types = {
      {DT_UINT8, "u1"},   {DT_INT8, "i1"},   {DT_INT16, "i2"}, {DT_UINT16, "u2"},
      {DT_INT32, "i4"},   {DT_UINT32, "u4"}, {DT_INT64, "i8"}, {DT_UINT64, "u8"},
      {DT_FLOAT32, "f4"}, {DT_FLOAT64, "f8"}};
  const auto found = types.find(header.fields.datatype);
  if (found == types.end()) {
    source.refuse(
        ": the type of its voxels is not supported (integers of 8 to 64 bits, "
        "float32 and float64 are)");
  }
  return *binary_number(found->second, header.order);
}

Index volume_count(const nifti_1_header& header, const Source& source) {
  int dimensions = header.dim[0];
  // nifticlib accepts a number of dimensions in the other byte order.
  if (dimensions < 1 || dimensions > 7) source.refuse(no_image);
  while (dimensions > 4 && header.dim[dimensions] == 1) --dimensions;
  if (dimensions < 3 || dimensions > 4) {
    source.refuse("has " + std::to_string(dimensions) + " dimensions instead of 3 or 4");
  }
  return dimensions == 4 ? header.dim[4] : 1;
}

std::array<Index, 3> extents_of(const nifti_1_header& header, const Source& source) {
  const std::array<Index, 3> extents = {header.dim[1], header.dim[2], header.dim[3]};
  if (*std::min_element(extents.begin(), extents.end()) < 1) {
    source.refuse("has no voxel");
  }
  if (extents[0] * extents[1] > NiftiVolume::max_in_slice ||
      extents[0] * extents[1] * extents[2] > NiftiVolume::max_in_volume) {
    source.refuse("has more voxels than can be read");
  }
  return extents;
}

/// Where the voxels begin.
Index offset_of(const nifti_1_header& header, const Source& source) {
  constexpr float longest = 67108864.0F;  // room for header extensions
  if (!(header.vox_offset >= sizeof(nifti_1_header) && header.vox_offset <= longest)) {
    source.refuse(": the NIfTI header says that its voxels begin at no possible place");
  }
  return static_cast<Index>(header.vox_offset);
}

/// Refuses a file that is too small for its header before reading any of it.
void check_size(const fs::path& file, Index bytes, const Source& source) {
  constexpr std::uintmax_t best_compression = 1032;  // of deflate (RFC 1951)
  boost::system::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  const bool fits = !error && static_cast<std::uintmax_t>(bytes) / best_compression <= size;
  if (!fits) source.refuse("is truncated");
}

/// Returns the directions of the axes, by the header's sform, else its qform; "" if it has neither.
std::string orientation_of(const nifti_1_header& header) {
  static const std::map<int, char> letters = {{NIFTI_L2R, 'R'}, {NIFTI_R2L, 'L'}, {NIFTI_P2A, 'A'},
                                              {NIFTI_A2P, 'P'}, {NIFTI_I2S, 'S'}, {NIFTI_S2I, 'I'}};
  mat44 form{};
  if (header.sform_code > 0) {
    std::copy_n(header.srow_x, 4, form.m[0]);
    std::copy_n(header.srow_y, 4, form.m[1]);
    std::copy_n(header.srow_z, 4, form.m[2]);
    form.m[3][3] = 1;
  } else if (header.qform_code > 0) {
    form = nifti_quatern_to_mat44(header.quatern_b, header.quatern_c, header.quatern_d, 0, 0, 0, 1,
                                  1, 1, header.pixdim[0] < 0 ? -1.0F : 1.0F);
  } else {
    return "";
  }
  std::array<int, 3> axes{};
  nifti_mat44_to_orientation(form, axes.data(), &axes[1], &axes[2]);
  std::string orientation;
  for (const int axis : axes) {
    const auto letter = letters.find(axis);
    if (letter == letters.end()) return "";
    orientation += letter->second;
  }
  return orientation;
}

void name_features(Table& table, const NiftiVolume& scan) {
  for (Index y = 0; y < scan.height(); ++y) {
    for (Index x = 0; x < scan.width(); ++x) {
      table.features.push_back("x" + std::to_string(x) + " y" + std::to_string(y));
      table.columns.push_back(table.features.size());
    }
  }
}

RowVector summed_slices(NiftiVolume& scan, std::size_t number, const SliceVisitor& visit) {
  RowVector sum = RowVector::Zero(scan.width() * scan.height());
  for (Index z = 0; z < scan.slices(); ++z) {
    const Matrix slice = scan.next_slice();
    sum += slice.reshaped<Eigen::RowMajor>().transpose();
    if (visit) visit(number, scan, slice);
  }
  return sum;
}

}  // namespace

NiftiVolume::NiftiVolume(const fs::path& file, const Source& source)
    : source_(source), file_(gzopen(file.c_str(), "rb"), gzclose) {
  if (!file_) source.refuse(": the file cannot be opened");
  const FileHeader header = read_header(file_.get(), file, source);
  const nifti_1_header& fields = header.fields;
  volumes_ = volume_count(fields, source);
  extents_ = extents_of(fields, source);
  number_ = voxel_type(header, source);
  geometry_ = {GeometryKind::images, {width(), height(), slices()}, {}, orientation_of(fields), {}};
  bool known = true;
  for (std::size_t k = 0; k < 3; ++k) {
    const double spacing = std::abs(static_cast<double>(fields.pixdim[k + 1]));
    const bool possible = spacing >= 1e-3 && spacing <= 1e3;
    spacing_[k] = possible ? spacing : 1;
    known = known && possible;
  }
  if (known) geometry_.spacing.assign(spacing_.begin(), spacing_.end());
  if (std::isfinite(fields.scl_slope) && fields.scl_slope != 0) {
    slope_ = fields.scl_slope;
    intercept_ = std::isfinite(fields.scl_inter) ? fields.scl_inter : 0;
  }
  const Index offset = offset_of(fields, source);
  check_size(file, offset + width() * height() * slices() * static_cast<Index>(number_.size),
             source);
  if (gzseek(file_.get(), offset, SEEK_SET) != offset) source.refuse("is truncated");
}

Matrix NiftiVolume::next_slice() {
  Matrix slice(height(), width());
  std::vector<unsigned char> bytes(static_cast<std::size_t>(slice.size()) * number_.size);
  const int count = gzread(file_.get(), bytes.data(), static_cast<unsigned>(bytes.size()));
  if (count < 0) source_.refuse(damaged);
  if (static_cast<std::size_t>(count) < bytes.size()) source_.refuse("is truncated");
  const unsigned char* next = bytes.data();
  for (double& value : slice.reshaped<Eigen::RowMajor>()) {
    value = slope_ * number_(next) + intercept_;
    next += number_.size;
    if (std::isnan(value)) {
      value = 0;
    } else if (std::abs(value) > largest_value) {
      source_.refuse("has a voxel that is infinite or too large");
    } else {
      any_number_ = true;
    }
  }
  if (++next_ == slices()) check_end();
  return slice;
}

void NiftiVolume::check_end() {
  if (!any_number_) source_.refuse("has no voxel that is a number");
  if (volumes_ > 1) return;
  // Reading on makes zlib compare its checksum.
  unsigned char behind = 0;
  int error = Z_OK;
  const int count = gzread(file_.get(), &behind, 1);
  gzerror(file_.get(), &error);
  if (count < 0 || (error != Z_OK && error != Z_STREAM_END)) source_.refuse(damaged);
}

Table read_scans(const FileList& list, const Source& source, const SliceVisitor& visit) {
  Table table = list.subjects;
  table.reading.is_array = true;
  Geometry& geometry = table.reading.geometry;
  std::size_t series = 0;
  for (std::size_t i = 0; i < list.files.size(); ++i) {
    NiftiVolume scan(list.files[i], list.names[i]);
    if (i == 0) {
      geometry = scan.geometry();
      table.values.resize(std::ssize(list.files), scan.width() * scan.height());
      name_features(table, scan);
    }
    const std::string differs = geometry_difference(scan.geometry(), geometry);
    if (!differs.empty()) {
      throw InputError(list.names[i] + " " + differs + " (compared with the first file)");
    }
    if (geometry.orientation.empty()) geometry.orientation = scan.geometry().orientation;
    series += scan.time_points() > 1 ? 1 : 0;
    table.values.row(static_cast<Index>(i)) = summed_slices(scan, i, visit);
    if ((i + 1) % 100 == 0) {
      std::cerr << source.name + ": " << i + 1 << " of " << list.files.size() << " scans"
                << std::endl;
    }
  }
  if (series > 0) {
    table.reading.notes.push_back("Of " + std::to_string(series) +
                                  " images with several time points the first is used.");
  }
  return table;
}

}  // namespace dsne::data
