#include "run/reference/run_reference.h"

#include <utility>

#include "core/errors.h"
#include "core/message.h"
#include "summary/map_file.h"

namespace dsne::run {
namespace {

using Eigen::Index;

constexpr std::string_view landmarks_name = "the run's landmarks";

bool has_landmarks(const std::string& text) {
  return !text.empty() && text.front() == '{' && !summary::is_map_text(text);
}

/// What a text of to_text holds.
struct Landmarks {
  std::string reference;  ///< the text of the reference that they stand for
  Matrix points;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    Index number = self.points.rows();
    Index components = self.points.cols();
    bool is_kind = true;
    visit("kind", is_kind, within::words<bool>({{"dsne landmarks", true}}));
    visit("reference", self.reference, within::text());
    visit("number_of_landmarks", number, within::whole(1, most_claimed));
    visit("number_of_components", components, within::whole(1, most_claimed));
    visit("landmarks", self.points, within::packed(number, components));
  }
};

/// @throws InputError when the text is not one that to_text makes
Landmarks parse_landmarks(const std::string& text) {
  try {
    auto landmarks = parse_message<Landmarks>(Json::parse(text, nullptr, false), landmarks_name);
    if (!has_landmarks(landmarks.reference)) return landmarks;
    throw InputError(std::string(landmarks_name) + " are landmarks of landmarks");
  } catch (const MessageError& error) {
    throw InputError(error.what());
  }
}

/// Columns of an array that has only numbers have no names.
RunReference of_summaries(const std::string& text, ReferenceKind kind) {
  summary::CommonMap map = summary::parse_map(text, "the map of summaries");
  std::vector<std::string> features = map.sources.sites.front().summary.measures;
  if (map.sources.array() && summary::are_numbered(features)) features.clear();
  data::Reference points{map.pool.points, std::move(features), {}};
  return {std::move(points), std::move(map), std::nullopt, kind};
}

}  // namespace

bool RunReference::has_common_map() const { return !is_map() || summaries->has_coordinates(); }

Index number_of_points(const RunReference& reference) {
  if (reference.landmarks) return reference.landmarks->rows();
  return reference.is_map() ? reference.summaries->coordinates.rows()
                            : reference.points.values.rows();
}

std::vector<std::string> labels_of(const RunReference& reference) {
  return reference.landmarks ? std::vector<std::string>() : reference.points.labels;
}

std::string to_text(const std::string& reference, const Matrix& landmarks) {
  return to_message(Landmarks{reference, landmarks}).dump(1) + '\n';
}

std::string without_landmarks(const std::string& text) {
  return has_landmarks(text) ? parse_landmarks(text).reference : text;
}

bool is_of_summaries(const std::string& text) {
  return summary::is_map_text(without_landmarks(text));
}

const char* reference_file_name(const std::string& text) {
  if (has_landmarks(text)) return landmarks_file;
  return summary::is_map_text(text) ? summaries_file : given_reference_file;
}

RunReference parse_run_reference(const std::string& text, const RunPlan& plan) {
  if (has_landmarks(text)) {
    Landmarks landmarks = parse_landmarks(text);
    RunReference reference = parse_run_reference(landmarks.reference, plan);
    reference.landmarks = std::move(landmarks.points);
    return reference;
  }
  if (summary::is_map_text(text))
    return of_summaries(text, plan.maps_summaries ? ReferenceKind::map : ReferenceKind::rows);
  return {data::parse_reference_csv(text), std::nullopt, std::nullopt, ReferenceKind::given};
}

Matrix preprocessed(const RunReference& reference, const Preprocessing& preprocessing) {
  Matrix points = apply(preprocessing, reference.points.values);
  if (!reference.landmarks) return points;
  if (reference.landmarks->cols() != points.cols()) {
    throw InputError(std::string(landmarks_name) + " are not of its components");
  }
  return *reference.landmarks;
}

}  // namespace dsne::run
