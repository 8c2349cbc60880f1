#include "tools/look/found_scans.h"

#include <boost/filesystem/operations.hpp>

#include "core/files.h"
#include "core/phrases.h"
#include "data/mriqc_output.h"
#include "data/scan_kinds.h"

namespace dsne::tools::looking {
namespace {

constexpr const char* the_table = "the table";

FoundScans read_kind(const data::MriqcOutput& output, const data::MriqcScans& scans,
                     const SummarySettings& settings) {
  const data::MriqcRun run = data::mriqc_run(output, scans);
  if (!run.mixed.empty()) {
    throw InputError(
        "this folder holds two runs of MRIQC: of its " + scans.kind + " scans " + run.mixed +
        ", whose measures differ. Bring scans that one version measured with the same settings");
  }
  FoundScans found{scans.kind, "", run.version, {}, {}, output.folder};
  if (scans.table.empty()) {
    found.name = counted(std::ssize(scans.files), ".json file");
    found.table = data::read_mriqc_files(scans);
    return found;
  }
  found.name = scans.table.filename().string();
  found.table = read_own_data(scans.table, settings.format, [&] {
    return data::read_data(scans.table, found.name, settings.data_format, settings.format);
  });
  found.history = data::read_scan_history(scans.table, found.name, found.table, settings.history);
  const Eigen::Index missing = std::ssize(scans.files) - found.table.values.rows();
  if (missing > 0) {
    found.table.reading.notes.push_back(counted(missing, "scan") + " with a .json file " +
                                        (missing == 1 ? "is" : "are") + " not in " + found.name +
                                        ": make it again with mriqc's group level.");
  }
  return found;
}

FoundScans read_table(const fs::path& file, const SummarySettings& settings) {
  FoundScans found;
  found.name = file.filename().string();
  found.folder = folder_of(file);
  found.table = read_own_data(file, settings.format, [&] {
    return data::read_data(file, the_table, settings.data_format, settings.format);
  });
  found.history = data::read_scan_history(file, the_table, found.table, settings.history);
  found.kind = found.table.reading.modality;
  if (found.kind.empty()) found.kind = data::kind_in_id(file.stem().string());
  return found;
}

}  // namespace

Found find_scans(const fs::path& path, const SummarySettings& settings) {
  boost::system::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    throw InputError(
        "there is no file or folder of this name: bring MRIQC's output folder, or a table such as "
        "group_T1w.tsv");
  }
  Found found;
  const bool folder = fs::is_directory(status);
  // A group table says less than the files beside it.
  if (folder || data::is_mriqc_table(path)) {
    const data::MriqcOutput output =
        folder ? data::find_mriqc_output(path) : data::mriqc_output_of(path);
    for (const data::MriqcScans& scans : output.kinds) {
      found.kinds.push_back(read_kind(output, scans, settings));
    }
    found.folder = output.folder;
  } else {
    found.kinds.push_back(read_table(path, settings));
    found.folder = folder_of(path);
  }
  return found;
}

}  // namespace dsne::tools::looking
