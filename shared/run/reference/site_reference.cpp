#include "run/reference/site_reference.h"

#include <array>
#include <boost/filesystem/operations.hpp>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "data/formats/data_format.h"
#include "data/missing.h"
#include "exchange/site_answers.h"
#include "run/preprocessing.h"
#include "run/reference/run_reference.h"
#include "summary/public_map.h"

namespace dsne::run {
namespace {

constexpr const char* reference_text_name = "the reference";

void attach_labels(data::Table& table, const fs::path& file, const std::string& input) {
  table.labels = data::read_labels(file, input, table.ids.size());
}

/// A reference need not have the id and label columns of the sites' files.
data::TableFormat reference_format(data::TableFormat format) {
  format.may_lack_columns = true;
  return format;
}

OwnReference own_reference(data::Table table, const methods::Parameters& parameters,
                           const std::string& input, ReferenceSource source) {
  const data::Missing missing = treatment(parameters, table.features).missing;
  const RowVector medians =
      missing == data::Missing::impute ? data::column_medians(table, input) : RowVector();
  table = data::resolve_missing(std::move(table), missing, medians, input);
  return {data::reference_csv(
              {std::move(table.values), std::move(table.features), std::move(table.labels)}),
          source};
}

std::optional<OwnReference> image_reference(const fs::path& image,
                                            const methods::Parameters& parameters) {
  constexpr std::array<const char*, 4> names = {"reference.csv", "reference.tsv", "reference.txt",
                                                "reference.npy"};
  const std::string input = "the image's reference";
  for (const char* name : names) {
    if (!fs::is_regular_file(image / name)) continue;
    data::TableFormat format;
    format.label_column = "label";
    data::Table table = data::read_table(image / name, input, reference_format(format));
    const fs::path labels = image / "reference_label.txt";
    if (fs::is_regular_file(labels)) attach_labels(table, labels, "the image's labels");
    return own_reference(std::move(table), parameters, input, ReferenceSource::image);
  }
  return std::nullopt;
}

}  // namespace

std::optional<OwnReference> read_own_reference(const SiteInputs& inputs, const fs::path& folder,
                                               const fs::path& image) {
  if (inputs.reference.empty()) {
    if (!inputs.reference_label.empty()) {
      throw InputError("reference_label is given without reference_data");
    }
    return image_reference(image, inputs.plan.parameters);
  }
  const std::string input = "reference_data";
  data::Table table = data::read_data(data_path(folder, inputs.reference, input), input,
                                      data::DataFormat::automatic, reference_format(inputs.format));
  if (!inputs.reference_label.empty()) {
    attach_labels(table, input_file(folder, inputs.reference_label, "reference_label"),
                  "reference_label");
  }
  return own_reference(std::move(table), inputs.plan.parameters, input, ReferenceSource::input);
}

OwnReference public_reference() {
  summary::CommonMap map = summary::public_map();
  const std::vector<std::string>& measures = map.sources.sites.front().summary.measures;
  return {data::reference_csv({std::move(map.pool.points), measures, {}}), ReferenceSource::input};
}

void keep_reference(const std::string& text, const fs::path& output) {
  write_atomically(output / reference_file_name(text), text, reference_text_name);
}

std::optional<std::string> find_reference(const std::string& digest, const Step& step) {
  for (const char* name : {given_reference_file, summaries_file, landmarks_file}) {
    auto kept = read_checked(step.folders.own / name, digest, reference_text_name);
    if (kept) return kept;
  }
  auto sent = step.received(exchange::sent_reference_name, reference_text_name);
  return sent && sha256(*sent) == digest ? sent : std::nullopt;
}

}  // namespace dsne::run
