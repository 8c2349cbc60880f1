#include "federated/reference/learned_reference.h"

#include <utility>

#include "core/errors.h"
#include "core/json.h"
#include "data/stacked.h"
#include "federated/reference/learned_preprocessing.h"
#include "federated/state_names.h"
#include "summary/map_file.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

constexpr std::string_view learned_name = "the learned reference";
constexpr const char* learned_kind = "dsne learned reference";
constexpr const char* extended_kind = "dsne extended reference";

std::string word_of(data::Normalization normalization) {
  Parameters parameters;
  parameters.normalization = normalization;
  return to_json(parameters)["normalization"];
}

data::Normalization parse_normalization(const std::string& word) {
  const auto normalization = parse_parameters({{"normalization", word}}).normalization;
  if (!normalization) {
    throw MessageError(std::string(learned_name) + ": normalization is damaged");
  }
  return *normalization;
}

Preprocessing parse_preprocessing(const Json& json, Index features, Index components) {
  Preprocessing preprocessing;
  data::Scaling& scaling = preprocessing.scaling;
  scaling.kind = parse_normalization(text_field(json, "normalization", learned_name));
  scaling.limit = data::limit_of(scaling.kind);
  scaling.centre = matrix_field(json, "centre", 1, features, learned_name);
  scaling.scale = matrix_field(json, "scale", 1, features, learned_name);
  scaling.without_spread = integers_field(json, "without_spread", 0, features - 1, learned_name);
  if ((scaling.scale.array() <= 0).any()) {
    throw MessageError(std::string(learned_name) + ": scale is damaged");
  }
  preprocessing.pca =
      data::Pca{matrix_field(json, "mean", 1, features, learned_name),
                matrix_field(json, "components", features, components, learned_name),
                matrix_field(json, "variances", components, 1, learned_name)};
  return preprocessing;
}

Counts members_of(const Json& json, Index landmarks) {
  const Vector values = matrix_field(json, "members", landmarks, 1, learned_name).col(0);
  const auto numbers = values.array();
  if ((numbers < 1 || numbers > static_cast<double>(max_points) || numbers != numbers.round())
          .any()) {
    throw MessageError(std::string(learned_name) + ": members is damaged");
  }
  return numbers.cast<Index>();
}

quality::MeasureScale parse_measures(const Json& json, Index features) {
  quality::MeasureScale measures{
      integers_field(json, "logarithms", 0, features - 1, learned_name),
      matrix_field(json, "measure_centre", 1, features, learned_name),
      matrix_field(json, "measure_deviation", 1, features, learned_name)};
  if ((measures.deviation.array() < 0).any()) {
    throw MessageError(std::string(learned_name) + ": measure_deviation is damaged");
  }
  return measures;
}

LearnedReference parse(const Json& json) {
  if (text_field(json, "kind", learned_name) != learned_kind) {
    throw MessageError(std::string(learned_name) + ": kind is another one");
  }
  const Index features = integer_field(json, "number_of_features", 1, max_features, learned_name);
  const Index components = integer_field(json, "number_of_components", 1, features, learned_name);
  const Index landmarks = integer_field(json, "number_of_landmarks", 1, max_points, learned_name);
  LearnedReference reference;
  const Json& names = field(json, "features", learned_name);
  if (!names.empty()) reference.features = labels_field(json, "features", features, learned_name);
  reference.preprocessing = parse_preprocessing(json, features, components);
  reference.landmarks = matrix_field(json, "landmarks", landmarks, components, learned_name);
  reference.members = members_of(json, landmarks);
  reference.measures = parse_measures(json, features);
  reference.ordinary = {number_field(json, "oddness_centre", learned_name),
                        number_field(json, "oddness_deviation", learned_name)};
  return reference;
}

AddedLandmarks parse_added(const Json& json) {
  if (text_field(json, "kind", learned_name) != extended_kind) {
    throw MessageError(std::string(learned_name) + ": kind is another one");
  }
  const Index landmarks = integer_field(json, "number_of_landmarks", 1, max_points, learned_name);
  const Index components =
      integer_field(json, "number_of_components", 1, max_features, learned_name);
  return {matrix_field(json, "landmarks", landmarks, components, learned_name),
          members_of(json, landmarks)};
}

/// What a parser finds wrong with a reference is the reference's fault.
template <typename Parse>
auto in_json_errors(const Parse& parse) {
  try {
    return parse();
  } catch (const Json::exception&) {
    throw InputError(std::string(learned_name) + " is not JSON");
  } catch (const MessageError& error) {
    throw InputError(error.what());
  }
}

/// @throws InputError when the landmarks are of other components
Matrix with_added(Matrix points, const RunReference& reference) {
  if (!reference.added) return points;
  if (reference.added->landmarks.cols() != points.cols()) {
    throw InputError("the landmarks of the reference are not of its components");
  }
  return data::stacked(points, reference.added->landmarks);
}

/// The landmarks in the sites' features: what lies in no component is the mean's.
Matrix in_features(const LearnedReference& reference) {
  const data::Pca& pca = *reference.preprocessing.pca;
  const data::Scaling& scaling = reference.preprocessing.scaling;
  const Matrix scaled = (reference.landmarks * pca.components.transpose()).rowwise() + pca.mean;
  return (scaled.array().rowwise() * scaling.scale.array()).matrix().rowwise() + scaling.centre;
}

/// Arrays have as many columns, without names.
RunReference of_summaries(const std::string& text) {
  summary::CommonMap map = summary::parse_map(text, "the map of summaries");
  std::vector<std::string> features;
  if (!map.sources.array) features = map.sources.sites.front().summary.measures;
  data::Reference points{map.pool.pool.points, std::move(features), {}};
  return {std::move(points), std::nullopt, std::nullopt, std::move(map)};
}

}  // namespace

std::string to_text(const LearnedReference& reference) {
  const data::Scaling& scaling = reference.preprocessing.scaling;
  const data::Pca& pca = *reference.preprocessing.pca;
  const Json json = {{"kind", learned_kind},
                     {"number_of_features", pca.components.rows()},
                     {"number_of_components", pca.components.cols()},
                     {"number_of_landmarks", reference.landmarks.rows()},
                     {"features", reference.features},
                     {"normalization", word_of(scaling.kind)},
                     {"centre", pack(scaling.centre)},
                     {"scale", pack(scaling.scale)},
                     {"without_spread", scaling.without_spread},
                     {"mean", pack(pca.mean)},
                     {"components", pack(pca.components)},
                     {"variances", pack(pca.variances)},
                     {"landmarks", pack(reference.landmarks)},
                     {"members", pack(reference.members.cast<double>())},
                     {"logarithms", reference.measures.logarithms},
                     {"measure_centre", pack(reference.measures.centre)},
                     {"measure_deviation", pack(reference.measures.deviation)},
                     {"oddness_centre", reference.ordinary.centre},
                     {"oddness_deviation", reference.ordinary.deviation}};
  return json.dump(1) + '\n';
}

LearnedReference parse_learned_reference(const std::string& text) {
  return in_json_errors([&] { return parse(Json::parse(text)); });
}

std::string to_text(const std::string& given, const AddedLandmarks& added) {
  const Json json = {{"kind", extended_kind},
                     {"given", given},
                     {"number_of_landmarks", added.landmarks.rows()},
                     {"number_of_components", added.landmarks.cols()},
                     {"landmarks", pack(added.landmarks)},
                     {"members", pack(added.members.cast<double>())}};
  return json.dump(1) + '\n';
}

std::string given_part(const std::string& text) {
  return in_json_errors([&] { return text_field(Json::parse(text), "given", learned_name); });
}

bool has_added_landmarks(const std::string& text) {
  return !text.empty() && text.front() == '{' && !is_of_summaries(text) &&
         Json::parse(text, nullptr, false).contains("given");
}

bool is_of_summaries(const std::string& text) { return summary::is_map_text(text); }

bool is_learned(const std::string& text) {
  return !text.empty() && text.front() == '{' && !is_of_summaries(text) &&
         !has_added_landmarks(text);
}

Index number_of_points(const RunReference& reference) {
  if (reference.summaries) return reference.summaries->coordinates.rows();
  return reference.points.values.rows() + (reference.added ? reference.added->landmarks.rows() : 0);
}

std::vector<std::string> labels_of(const RunReference& reference) {
  std::vector<std::string> labels = reference.points.labels;
  if (!labels.empty()) labels.resize(static_cast<std::size_t>(number_of_points(reference)));
  return labels;
}

const char* reference_file_name(const std::string& text) {
  if (is_of_summaries(text)) return summaries_file;
  if (has_added_landmarks(text)) return extended_reference_file;
  return is_learned(text) ? learned_reference_file : given_reference_file;
}

RunReference parse_run_reference(const std::string& text) {
  if (is_of_summaries(text)) return of_summaries(text);
  if (has_added_landmarks(text)) {
    return {data::parse_reference_csv(given_part(text)), std::nullopt,
            in_json_errors([&] { return parse_added(Json::parse(text)); })};
  }
  if (!is_learned(text)) return {data::parse_reference_csv(text), std::nullopt, std::nullopt};
  LearnedReference learned = parse_learned_reference(text);
  data::Reference points{in_features(learned), learned.features, {}};
  return {std::move(points), std::move(learned), std::nullopt};
}

Preprocessing preprocessing_of(const RunReference& reference, const Parameters& parameters) {
  return reference.learned ? reference.learned->preprocessing
                           : fit_preprocessing(reference.points, parameters);
}

Matrix preprocessed(const RunReference& reference, const Preprocessing& preprocessing) {
  if (reference.learned) return reference.learned->landmarks;
  return with_added(apply(preprocessing, reference.points.values), reference);
}

RowVector learned_means(const Preprocessing& preprocessing) {
  const data::Scaling& scaling = preprocessing.scaling;
  return (preprocessing.pca->mean.array() * scaling.scale.array()).matrix() + scaling.centre;
}

Matrix held_out_points(const RunReference& reference, const Preprocessing& preprocessing) {
  if (reference.learned) return reference.learned->landmarks;
  return with_added(held_out_points(preprocessing, reference.points.values), reference);
}

}  // namespace dsne::federated
