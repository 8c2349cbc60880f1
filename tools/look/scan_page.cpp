#include "tools/look/scan_page.h"

#include <unistd.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <iterator>
#include <utility>

#include "core/errors.h"
#include "core/phrases.h"
#include "data/missing.h"
#include "report/joint_embedding.h"
#include "report/own_lists.h"
#include "report/plots.h"
#include "report/reasons.h"
#include "summary/map_file.h"
#include "summary/public_map.h"
#include "tools/folders.h"

namespace dsne::tools {
namespace {

NamedMap frame_of(const std::string& name, const std::string& text) {
  const std::string fingerprint = summary::map_fingerprint(text);
  return {name + ", fingerprint " + fingerprint, fingerprint, summary::parse_map(text, the_frame)};
}

}  // namespace

NamedMap read_frame(const fs::path& file) {
  return frame_of(file.filename().string(), read_file(file, the_frame));
}

NamedMap public_frame() { return frame_of("public scans", std::string(summary::public_map_text)); }

namespace {

/// Reorders the model's measures. @throws InputError naming a measure of the model that is missing
quality::VerdictModel with_order(const quality::NamedVerdictModel& model,
                                 const std::vector<std::string>& measures) {
  quality::VerdictModel ordered = model.model;
  const auto count = std::ssize(measures);
  ordered.weights = Vector::Zero(count);
  ordered.least_deviation = RowVector::Zero(count);
  for (std::size_t f = 0; f < model.measures.size(); ++f) {
    const auto found = std::find(measures.begin(), measures.end(), model.measures[f]);
    if (found == measures.end()) {
      throw InputError("the map (--frame): the measure in row " + std::to_string(f + 1) +
                       " of the model's weights (--verdict-model) is not there");
    }
    const auto at = found - measures.begin();
    ordered.weights(at) = model.model.weights(static_cast<Eigen::Index>(f));
    ordered.least_deviation(at) = model.model.least_deviation(static_cast<Eigen::Index>(f));
  }
  return ordered;
}

}  // namespace

run::SiteOutliers frame_lists(const summary::CommonMap& map, const quality::OwnRecords& records,
                              std::size_t shown, std::optional<std::size_t> own,
                              const std::optional<quality::NamedVerdictModel>& model,
                              const summary::Kept* kept) {
  const std::vector<std::string>& measures = map.sources.sites.front().summary.measures;
  std::optional<quality::VerdictModel> ordered;
  if (model) ordered = with_order(*model, measures);
  run::SiteOutliers found = run::by_map(map, records, measures, kept, own, std::move(ordered));
  found.scores = quality::of_first(std::move(found.scores), shown);
  return found;
}

namespace {

/// @throws StorageError when the folder cannot be made or written
void make_results_folder(const fs::path& folder) {
  make_folder(folder, "the folder of the results (--output)");
  if (::access(folder.c_str(), W_OK) != 0) {
    throw StorageError("cannot write to the folder of the results (--output)");
  }
}

}  // namespace

void show_scans(const report::OwnOnMap& scans, std::vector<report::EmbeddingPart> others,
                const KnownScans& known, report::Page& page) {
  others.push_back({own_name, scans.coordinates.rows(), scans.coordinates, scans.table.labels});
  page.plots.scene = report::make_scene(report::joined(others));
  const report::Embedding& map = page.plots.scene.map;
  page.plots.own =
      report::shown_subjects(scans, known, map, map.site_names.size() - 1, scans.filled);
  page.plots.own->decisions = known.decisions.by_id;
  page.files = {{"embedding.csv", "your subjects with their ids, positions and scores"},
                {"embedding.png", "the figure as an image"},
                {"embedding.svg", "the figure for print"}};
  if (!scans.outliers) return;
  page.headline = report::headline(scans.outliers->scores);
  page.figure_title = page.title + ": " + report::to_look_at(scans.outliers->scores);
  page.files.insert(page.files.begin() + 1, {"flagged.csv", "who is listed, and why"});
}

void write_scans(const report::OwnOnMap& scans, const KnownScans& known, const report::Page& page,
                 Files more, const fs::path& folder) {
  make_results_folder(folder);
  Files files = report::own_files(scans);
  std::move(more.begin(), more.end(), std::back_inserter(files));
  files.push_back(kept_file(known));
  for (File& file : report::files_of(page)) files.push_back(std::move(file));
  write_files(files, folder);
}

std::vector<std::string> newcomer_sentences(const KnownScans& known,
                                            const std::vector<std::string>& ids) {
  std::vector<std::string> sentences;
  if (!known.decisions.note.empty()) sentences.push_back(known.decisions.note);
  const std::vector<bool> newest = known.newest(ids);
  const auto count = std::count(newest.begin(), newest.end(), true);
  if (count > 0) {
    sentences.push_back(
        counted(count, "scan is", "scans are") + " new since " + known.since() +
        (count < std::ssize(ids)
             ? ". Decisions on the others are kept."
             : ", and none was there before. If only their ids are written in another way, write "
               "them as before: decisions and lists go by ids."));
  }
  if (const std::size_t missing = known.missing(ids); missing > 0) {
    sentences.push_back(counted(static_cast<std::int64_t>(missing), "scan") +
                        " of an earlier table " + (missing == 1 ? "is" : "are") +
                        " not in this one.");
  }
  return sentences;
}

}  // namespace dsne::tools
