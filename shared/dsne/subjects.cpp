#include "dsne/subjects.h"

#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <utility>

#include "coinstac/digest.h"
#include "coinstac/errors.h"
#include "data/data_format.h"
#include "dsne/state_names.h"

namespace dsne {
namespace {

constexpr const char* reference_name = "the reference";
constexpr const char* reference_copy = "reference.csv";

void attach_labels(Table& table, const fs::path& file, const std::string& input) {
  table.labels = read_labels(file, input, table.ids.size());
}

/// A reference need not have the id and label columns of the sites' files.
TableFormat reference_format(TableFormat format) {
  format.may_lack_columns = true;
  return format;
}

std::string canonical_text(Table table, Missing missing, const std::string& input) {
  const RowVector medians = missing == Missing::impute ? column_medians(table, input) : RowVector();
  table = resolve_missing(std::move(table), missing, medians, input);
  return reference_csv(
      {std::move(table.values), std::move(table.features), std::move(table.labels)});
}

OwnReference own_reference(Table table, Missing missing, const std::string& input,
                           ReferenceSource source) {
  OwnReference reference;
  reference.text = canonical_text(std::move(table), missing, input);
  reference.source = source;
  return reference;
}

std::optional<OwnReference> image_reference(const fs::path& image, Missing missing) {
  constexpr std::array<const char*, 4> names = {"reference.csv", "reference.tsv", "reference.txt",
                                                "reference.npy"};
  const std::string input = "the image's reference";
  for (const char* name : names) {
    if (!fs::is_regular_file(image / name)) continue;
    TableFormat format;
    format.label_column = "label";
    Table table = read_table(image / name, input, reference_format(format));
    const fs::path labels = image / "reference_label.txt";
    if (fs::is_regular_file(labels)) attach_labels(table, labels, "the image's labels");
    return own_reference(std::move(table), missing, input, ReferenceSource::image);
  }
  return std::nullopt;
}

/// Each feature's median over the reference.
RowVector medians_of(const Reference& reference) {
  Table table;
  table.values = reference.values;
  return column_medians(table, reference_name);
}

}  // namespace

Table read_subjects(const SiteInputs& inputs, const Directories& directories) {
  Table table = read_data(data_path(directories, inputs.data, "site_data"), "site_data",
                          inputs.data_format, inputs.format);
  if (!inputs.label.empty()) {
    attach_labels(table, input_file(directories, inputs.label, "site_label"), "site_label");
  }
  return table;
}

std::string subjects_digest(const Table& subjects) {
  const auto* const bytes = reinterpret_cast<const char*>(subjects.values.data());
  const auto size = static_cast<std::size_t>(subjects.values.size()) * sizeof(double);
  const Json rest = {subjects.values.rows(), subjects.features, subjects.ids, subjects.labels};
  return sha256(sha256({bytes, size}) + rest.dump());
}

FileList subject_scans(const SiteInputs& inputs, const Directories& directories) {
  return list_scans(data_path(directories, inputs.data, "site_data"), "site_data",
                    inputs.data_format, inputs.format);
}

Table match_reference(Table subjects, const Reference& reference, Missing missing,
                      const std::string& input) {
  if (!subjects.features.empty() && !reference.features.empty()) {
    subjects = with_features(std::move(subjects), reference.features, input, reference_name);
  }
  if (subjects.values.cols() != reference.values.cols()) {
    throw InputError(input + " has " + std::to_string(subjects.values.cols()) +
                     " features, the reference " + std::to_string(reference.values.cols()));
  }
  const RowVector medians = missing == Missing::impute ? medians_of(reference) : RowVector();
  return resolve_missing(std::move(subjects), missing, medians, input);
}

Eigen::Index count_points(Table subjects, Missing missing) {
  const RowVector zeros = RowVector::Zero(subjects.values.cols());
  return resolve_missing(std::move(subjects), missing, zeros, "site_data").values.rows();
}

std::optional<OwnReference> read_own_reference(const SiteInputs& inputs,
                                               const Directories& directories, Missing missing,
                                               const fs::path& image) {
  if (inputs.reference.empty()) {
    if (!inputs.reference_label.empty()) {
      throw InputError("reference_label is given without reference_data");
    }
    return image_reference(image, missing);
  }
  const std::string input = "reference_data";
  Table table = read_data(data_path(directories, inputs.reference, input), input,
                          DataFormat::automatic, reference_format(inputs.format));
  if (!inputs.reference_label.empty()) {
    attach_labels(table, input_file(directories, inputs.reference_label, "reference_label"),
                  "reference_label");
  }
  return own_reference(std::move(table), missing, input, ReferenceSource::input);
}

std::optional<Reference> find_reference(const std::string& digest, const SiteInputs& inputs,
                                        const Directories& directories, Missing missing,
                                        const fs::path& image) {
  const fs::path kept = directories.output / reference_copy;
  if (const auto text = read_checked(kept, digest, reference_name))
    return parse_reference_csv(*text);
  auto text = read_checked(directories.base / sent_reference_name, digest, reference_name);
  if (!text) {
    const auto own = read_own_reference(inputs, directories, missing, image);
    if (own && sha256(own->text) == digest) text = own->text;
  }
  if (!text) return std::nullopt;
  write_atomically(kept, *text, reference_name);
  return parse_reference_csv(*text);
}

std::string feature_digest(std::vector<std::string> features) {
  if (features.empty()) return "";
  std::sort(features.begin(), features.end());
  std::string text;
  // A length before each name, so that no two lists of names give the same text.
  for (const std::string& name : features) text += std::to_string(name.size()) + ':' + name;
  return sha256(text);
}

}  // namespace dsne
