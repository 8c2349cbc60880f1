// Readers of any bytes. A function is a target, run under its name.

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "coinstac/step.h"
#include "core/digest.h"
#include "core/json.h"
#include "data/csv.h"
#include "data/formats/data_format.h"
#include "data/formats/file_list.h"
#include "data/formats/measure_files.h"
#include "data/formats/nifti_volume.h"
#include "data/formats/npy.h"
#include "data/formats/region_pairs.h"
#include "data/table.h"
#include "fuzz/fuzz.h"
#include "fuzz/recorded_call.h"
#include "local/site_run.h"
#include "methods/disk_cache.h"
#include "methods/method.h"
#include "privacy/release_ledger.h"
#include "remote/remote_run.h"
#include "report/scan_thumbnail.h"
#include "summary/shared_file.h"
#include "summary/summary.h"

namespace fuzz {
namespace {

using dsne::data::Table;
using dsne::data::TableFormat;

/// Packed numbers of a message.
void base64(std::string_view bytes) {
  const auto data = std::as_bytes(std::span(bytes));
  std::vector<std::byte> back(data.size());
  require(dsne::from_base64(dsne::to_base64(data), back));
  require(std::equal(data.begin(), data.end(), back.begin()));

  std::vector<std::byte> decoded(bytes.size() / 4 * 3);
  for (std::size_t padding = 0; padding < 3 && padding <= decoded.size(); ++padding) {
    const std::span wanted(decoded.data(), decoded.size() - padding);
    if (dsne::from_base64(bytes, wanted)) require(dsne::to_base64(wanted) == bytes);
  }
}

/// Compares a step's reading of stdin with the library's.
void json_text(std::string_view bytes) {
  if (dsne::nests_too_deeply(bytes)) return;
  const dsne::Json expected = dsne::Json::parse(bytes, nullptr, false);
  const auto parsed = dsne::parse_json(bytes);
  require(parsed.has_value() == !expected.is_discarded());
  if (!parsed) return;
  require(*parsed == expected);
  require(dsne::to_ascii(expected) == expected.dump(-1, ' ', true));
}

std::vector<TableFormat> formats() {
  std::vector<TableFormat> all(5);
  all[1].header = dsne::data::Header::present;
  all[2].header = dsne::data::Header::absent;
  all[2].id_column = "1";
  all[3].id_column = "id";
  all[3].label_column = "label";
  all[3].no_features = {"age"};
  all[3].may_lack_columns = true;
  all[4].feature_columns = {"2", "b"};
  return all;
}

void check(const Table& table) {
  const auto rows = static_cast<std::size_t>(table.values.rows());
  const auto columns = static_cast<std::size_t>(table.values.cols());
  require(rows > 0 && columns > 0 && table.ids.size() == rows && table.rows.size() == rows);
  require(table.labels.empty() || table.labels.size() == rows);
  require(table.features.empty() || table.features.size() == columns);
  for (const double value : table.values.reshaped()) {
    require(std::isnan(value) || std::abs(value) <= dsne::data::largest_value);
  }
}

/// A site's or the reference's table: CSV, TSV, blanks or `.npy`, read in several ways.
void text_table(std::string_view bytes) {
  const fs::path file = write("table.csv", bytes);
  for (const TableFormat& format : formats()) {
    attempt([&] { check(dsne::data::read_table(file, "site_data", format)); });
  }
}

/// A group table of MRIQC or QAP.
void quality_table(std::string_view bytes) {
  const fs::path file = write("group.tsv", bytes);
  TableFormat format;
  for (const char* column : {"", "subject"}) {
    format.id_column = column;
    attempt([&] {
      const Table table =
          dsne::data::read_data(file, "site_data", dsne::data::DataFormat::mriqc, format);
      require(table.values.rows() == std::ssize(table.ids));
      require(table.values.cols() == std::ssize(table.features));
    });
  }
}

/// The reference as it travels.
void reference_csv(std::string_view bytes) {
  const dsne::data::Reference reference = dsne::data::parse_reference_csv(std::string(bytes));
  require(reference.values.allFinite());
  const std::string text = dsne::data::reference_csv(reference);
  const dsne::data::Reference again = dsne::data::parse_reference_csv(text);
  require(again.values == reference.values && again.features == reference.features);
  require(again.labels == reference.labels && dsne::data::reference_csv(again) == text);
}

/// A file of labels.
void labels(std::string_view bytes) {
  const fs::path file = write("labels.txt", bytes);
  const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  for (const std::size_t points : {lines, lines + 1, std::size_t{3}}) {
    attempt([&] { require(dsne::data::read_labels(file, "site_label", points).size() == points); });
  }
}

void write_listed_files() {
  for (const char* name : {"a.txt", "b.txt"}) write(name, "Left-Amygdala\t1\nBrain\t2\n");
  for (const char* name : {"c.csv", "d.csv"}) write(name, "0,1,2\n1,0,3\n2,3,0\n");
  write("e.nii", "no image");
}

/// A site's data of any form: a table, or a list of the files beside it.
void file_list(std::string_view bytes) {
  static const bool written = (write_listed_files(), true);
  require(written);
  const fs::path list = write("list.csv", bytes);
  TableFormat format;
  for (const char* column : {"", "1", "id"}) {
    format.id_column = column;
    format.label_column = format.id_column.empty() ? "" : "label";
    format.may_lack_columns = !format.label_column.empty();
    attempt([&] { dsne::data::read_file_list(list, "site_data", format); });
    attempt([&] {
      dsne::data::read_data(list, "site_data", dsne::data::DataFormat::automatic, format);
    });
  }
}

/// A list of subjects' files, as a site's table has it.
dsne::data::FileList list_of(std::vector<fs::path> files) {
  dsne::data::FileList list;
  for (std::size_t i = 1; i <= files.size(); ++i) {
    list.names.push_back("site_data row " + std::to_string(i) + "'s file");
    list.subjects.ids.push_back(std::to_string(i));
    list.subjects.rows.push_back(i);
  }
  list.files = std::move(files);
  return list;
}

/// A subject's measures, beside a sound subject's.
void measure_files(std::string_view bytes) {
  const fs::path sound = write("sound.txt", "Brain\t1.5\nCSF\t2\n");
  const Table table =
      dsne::data::read_measure_files(list_of({sound, write("measures.txt", bytes)}));
  require(table.values.rows() == 2 && !table.values.array().isInf().any());
  require(table.values.cols() == std::ssize(table.features));
}

/// Reads a subject's file of region pairs twice and beside a sound one, and checks that all values
/// are within a limit.
/// @param read makes a table of a list of files
template <typename Read>
void read_alone_and_beside(std::string_view bytes, std::string_view sound, double limit,
                           const Read& read) {
  const fs::path file = write("subject.csv", bytes);
  for (const fs::path& first : {file, write("sound.csv", sound)}) {
    attempt([&] {
      const Table table = read(list_of({first, file}));
      require(table.values.cols() == std::ssize(table.features));
      for (const double value : table.values.reshaped()) {
        require(std::isnan(value) || std::abs(value) <= limit);
      }
    });
  }
}

/// A subject's connectivity matrix, alone and beside a sound one.
void connectivity(std::string_view bytes) {
  read_alone_and_beside(
      bytes, "0,1,2\n1,0,3\n2,3,0\n", dsne::data::largest_value,
      [](const auto& files) { return dsne::data::read_connectivity(files, "site_data"); });
}

/// Regions' time series of a subject, alone and beside sound ones.
void time_series(std::string_view bytes) {
  read_alone_and_beside(bytes, "a,0,1,2\nb,1,0,3\n", 1, [](const auto& files) {
    return dsne::data::read_time_series(files, "site_data");
  });
}

void read_all(const fs::path& file) {
  dsne::data::NiftiVolume volume(file, "site_data");
  dsne::report::ScanThumbnail thumbnail(volume);
  while (!thumbnail.is_whole()) {
    const dsne::Matrix slice = volume.next_slice();
    require(slice.rows() == volume.height() && slice.cols() == volume.width());
    require(slice.allFinite());
    thumbnail.add(slice);
  }
  require(!thumbnail.png().empty());
}

/// An image, as such or compressed, and its thumbnail.
void nifti(std::string_view bytes) {
  const fs::path file = write("image.nii", bytes);
  attempt([&] { read_all(file); });
}

/// A NumPy array.
void npy(std::string_view bytes) {
  std::istringstream in{std::string(bytes)};
  const dsne::Matrix values = dsne::data::read_npy(in, "site_data");
  require(values.size() > 0 && !(values.array().isInf().any()));
}

dsne::tsne::Affinities no_affinities() { throw dsne::StorageError("not kept"); }
dsne::methods::SitePoints no_points() { throw dsne::StorageError("not kept"); }

void check(const dsne::tsne::Affinities& p) {
  const auto rows = static_cast<std::size_t>(p.points());
  for (std::size_t i = 0; i < rows; ++i) {
    for (auto k = p.offsets[i]; k < p.offsets[i + 1]; ++k) {
      require(p.columns[k] < rows && p.values[k] >= 0 && p.values[k] <= 1);
    }
  }
}

void read_both(const std::string& file, bool with_true_digest) {
  const std::string key(64, 'a');
  for (const std::string suffix : {"", ".points"}) {
    const dsne::Bytes32 digest = dsne::hash_of({"dsne disk cache 4", key + suffix, file});
    write("dsne-" + std::to_string(::geteuid()) + '/' + key + suffix,
          with_true_digest ? std::string(dsne::view_of(digest)) + file : file);
  }
  ::chmod((scratch() / ("dsne-" + std::to_string(::geteuid()))).c_str(), 0700);
  const dsne::methods::DiskCache disk_cache(scratch(), key);
  attempt([&] { check(disk_cache.affinities(no_affinities)); });
  attempt([&] {
    const dsne::methods::SitePoints points = disk_cache.points(no_points);
    require(points.own.allFinite() && points.reference.allFinite());
  });
}

/// A file in the scratch folder: as it is, and with the digest of a true one.
void disk_cache(std::string_view bytes) {
  for (const bool with_true_digest : {false, true}) read_both(std::string(bytes), with_true_digest);
}

/// A site's release log and its ledger, from which it knows what has been spent.
void release_log(std::string_view bytes) {
  clear_scratch();
  const fs::path log = write("runs/run1/release_log.jsonl", bytes);
  const std::size_t middle = bytes.find("\n---\n");
  if (middle != std::string_view::npos) {
    write("runs/run1/release_log.jsonl", bytes.substr(0, middle + 1));
    write("runs/privacy_ledger.jsonl", bytes.substr(middle + 5));
  }
  write("runs/run2/release_log.jsonl", "{\"what\": \"counts\", \"rho\": 0.01}\n");
  dsne::privacy::ReleaseLedger ledger({scratch() / "runs", log, "run1"}, {}, 1e-5, 2);
  const double before = ledger.epsilon();
  require(before > 0);
  const dsne::privacy::PrivateRelease release = {
      "gradient", "gaussian", 2, 10, dsne::privacy::gaussian_cost(2, 10), false};
  require(ledger.allows(release, 1) || !ledger.allows(release, 2));
  ledger.spend({dsne::phase::embed, 7}, release, {"a run's counts", "a draw"});
  const double after = ledger.epsilon();
  require(after > before && after <= 2.1);
  ledger.spend({dsne::phase::embed, 7}, release, {"a run's counts", "a draw"});
  require(ledger.epsilon() == after);
}

/// A site's summary as it travels.
void summary_csv(std::string_view bytes) {
  using namespace dsne::summary;
  const Summary summary = parse_summary_csv(std::string(bytes), "a summary");
  require(summary.means.allFinite() && summary.spread.allFinite());
  const std::string text = summary_csv(summary);
  const Summary again = parse_summary_csv(text, "a summary");
  require(again.means == summary.means && again.subjects == summary.subjects);
  require(again.measures == summary.measures && again.excluded == summary.excluded);
  require(again.covariates.names == summary.covariates.names);
  require(summary_csv(again) == text);
}

/// A `.npz`, or what is in one, whose digests a fuzzer would not guess: the length of the first
/// array in two bytes, then both arrays.
std::string shared_file(std::string_view bytes) {
  constexpr std::size_t before = 2;
  if (dsne::data::is_npz(bytes) || bytes.size() < before) return std::string(bytes);
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const std::string_view arrays = bytes.substr(before);
  const std::size_t first = std::min<std::size_t>(arrays.size(), byte(0) + 256U * byte(1));
  return dsne::data::npz_of({{"columns", std::string(arrays.substr(0, first))},
                             {"rows", std::string(arrays.substr(first))}});
}

/// A summary of images, matrices or series.
void summary_array(std::string_view bytes) {
  using namespace dsne::summary;
  const std::string text = shared_file(bytes);
  const Summary summary = parse_shared_text(text, "a summary");
  require(summary.means.allFinite() && summary.spread.allFinite());
  require(shared_text_in_message(message_text(text), "a summary") == text);
  // A table may be written in several ways, an array in one.
  if (summary.array) require(shared_text(summary) == text);
}

/// Answers any bytes on a node's stdin, in an empty folder but for `files`.
void answer_stdin(std::string_view bytes, dsne::StepResult (*answer)(const dsne::Step&),
                  const std::map<std::string, std::string>& files) {
  dsne::Step step = dsne::coinstac::parse_step(std::string(bytes)).step;
  clear_scratch();
  for (const auto& [name, text] : files) write(name, text);
  const dsne::coinstac::Directories directories{scratch(), scratch(), scratch(), scratch()};
  step.folders = folders_in(directories);
  step.received = received_in(directories);
  check_result(answer(step));
}

/// A site's first or later step; its files are always the same.
void local_stdin(std::string_view bytes) {
  const std::string table = "id,a,b\n1,0,1\n2,1,0\n3,2,5\n4,7,1\n";
  answer_stdin(bytes, dsne::local::answer_step,
               {{"subjects.csv", table}, {"reference.csv", table}});
}

void remote_stdin(std::string_view bytes) { answer_stdin(bytes, dsne::remote::answer_step, {}); }

}  // namespace

const std::map<std::string_view, Target>& targets() {
  static const std::map<std::string_view, Target> all = {{"base64", base64},
                                                         {"connectivity", connectivity},
                                                         {"disk_cache", disk_cache},
                                                         {"file_list", file_list},
                                                         {"json_text", json_text},
                                                         {"labels", labels},
                                                         {"local_stdin", local_stdin},
                                                         {"measure_files", measure_files},
                                                         {"nifti", nifti},
                                                         {"npy", npy},
                                                         {"quality_table", quality_table},
                                                         {"reference_csv", reference_csv},
                                                         {"release_log", release_log},
                                                         {"remote_stdin", remote_stdin},
                                                         {"summary_array", summary_array},
                                                         {"summary_csv", summary_csv},
                                                         {"text_table", text_table},
                                                         {"time_series", time_series}};
  return all;
}

}  // namespace fuzz
