#include <algorithm>

#include "core/errors.h"
#include "federated/kept_subjects.h"
#include "federated/privacy_note.h"
#include "federated/state_names.h"
#include "federated/subjects.h"
#include "federated/sums_note.h"
#include "local/phases.h"
#include "local/site_page.h"
#include "local/thumbnails.h"
#include "report/embedding_csv.h"
#include "report/figure.h"
#include "report/joint_embedding.h"

namespace dsne::local {
namespace {

/// The joint map with this site's own part in it, shared with the others or not.
std::vector<report::EmbeddingPart> with_own_part(std::vector<report::EmbeddingPart> parts,
                                                 const std::string& site, const Matrix& coordinates,
                                                 const std::vector<std::string>& labels) {
  const report::EmbeddingPart own{site, coordinates.rows(), coordinates, labels};
  const auto found =
      std::find_if(parts.begin(), parts.end(),
                   [&](const report::EmbeddingPart& part) { return part.site == site; });
  if (found == parts.end()) {
    parts.push_back(own);
  } else {
    *found = own;
  }
  return parts;
}

/// All that the site's page is made from.
SiteReport collect(SiteRun& run, const coinstac::Step& step) {
  const federated::Parameters parameters = federated::parse_parameters(run.input);
  const federated::SiteInputs inputs = federated::parse_site_inputs(run.input, step.directories);
  SiteReport report;
  report.site = step.client_id;
  report.coordinates = make_site_method(run, step)->coordinates();
  report.subjects = embedded_subjects(run, step);
  report.reference = run_reference(run, step);
  const data::Table kept = federated::read_kept_table(step.directories.output, run.data_digest);
  report.left_out = kept.ids.size() - report.subjects.ids.size();
  report.parts = with_own_part(
      report::parse_embedding(field(step.input, "map", federated::coordinator_message_name),
                              parameters.no_dims, federated::coordinator_message_name),
      report.site, report.coordinates, report.subjects.labels);
  if (report.parts.front().coordinates.rows() != run.reference_points) {
    throw MessageError("the remote's message: the map is without the reference");
  }
  report.settings = inputs.settings;
  if (federated::masks_sums(federated::find_method(parameters.method))) {
    report.sums_sentence = federated::sums_sentence(*run.sums, inputs.settings.keys);
  }
  if (const auto ledger = make_ledger(run, step)) report.epsilon = ledger->epsilon();
  report.outliers = quality::outlier_scores(report.subjects.values, report.reference.values);
  report.shift = quality::site_shift(report.subjects.values, report.reference.values);
  report.thumbnails = thumbnail_uris(federated::read_kept_thumbnails(step.directories.output),
                                     kept.rows, report.subjects, report.outliers.flagged);
  return report;
}

}  // namespace

Json answer_report(const coinstac::Step& step, SiteRun& run) {
  const SiteReport report = collect(run, step);
  const fs::path& folder = step.directories.output;
  write_atomically(folder / "embedding.csv",
                   report::own_csv(report.subjects.ids, report.coordinates, report.subjects.labels,
                                   report.outliers),
                   "embedding.csv");
  report::draw_embedding(report::joined(report.parts),
                         federated::marked_title("Joint map, with the labels that this site knows",
                                                 federated::parse_parameters(run.input)),
                         folder);
  report::write_page(site_page(run, report), folder);
  make_disk_cache(run, step).forget();
  federated::forget_kept_subjects(folder);
  run.sums.reset();

  Json message = message_at(run.moment);
  message["done"] = true;
  return message;
}

}  // namespace dsne::local
