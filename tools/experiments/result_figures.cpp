#include "tools/experiments/result_figures.h"

#include <algorithm>

#include "core/errors.h"
#include "tools/charts/box_plot.h"
#include "tools/charts/map_gallery.h"

namespace dsne::experiments {
namespace {

std::size_t measure_index(const std::string& name) {
  const auto& names = evaluation::measure_names();
  const auto found =
      std::find_if(names.begin(), names.end(),
                   [&](const evaluation::MeasureName& measure) { return measure.name == name; });
  if (found == names.end()) throw InputError("experiment: there is no measure " + name);
  return static_cast<std::size_t>(found - names.begin());
}

charts::BoxPanel panel_of(const Experiment& experiment, const std::vector<MapResult>& results,
                          std::size_t measure) {
  const evaluation::MeasureName& name = evaluation::measure_names()[measure];
  charts::BoxPanel panel{
      name.title, name.higher_is_better ? "higher is better" : "lower is better", {}};
  for (const Condition& condition : experiment.conditions) {
    for (const MapMethod& method : experiment.methods) {
      panel.boxes.push_back({method.name, values_of(results, condition.name, method.name, measure),
                             experiment.conditions.size() > 1 ? condition.name : ""});
    }
  }
  return panel;
}

/// Results of one method, the best map first.
std::vector<const MapResult*> by_quality(const std::vector<MapResult>& results,
                                         const std::string& condition, const std::string& method) {
  std::vector<const MapResult*> found;
  for (const MapResult& result : results) {
    if (result.condition == condition && result.method == method) found.push_back(&result);
  }
  const std::size_t accuracy = measure_index("accuracy");
  const bool labelled = !found.empty() && found.front()->values[accuracy].has_value();
  const std::size_t judged_by = labelled ? accuracy : measure_index("trustworthiness");
  std::stable_sort(found.begin(), found.end(), [&](const MapResult* a, const MapResult* b) {
    return a->values[judged_by] > b->values[judged_by];
  });
  return found;
}

/// The method whose best and worst map are shown.
std::string main_method(const Experiment& experiment) {
  for (const MapMethod& method : experiment.methods) {
    if (method.name == "dsne") return method.name;
  }
  return experiment.methods.front().name;
}

void add_cells(const MapResult& result, const std::string& heading, charts::MapGallery& gallery) {
  gallery.cells.push_back({heading + ", by label", result.map, charts::ColourBy::label});
  gallery.cells.push_back({heading + ", by site", result.map, charts::ColourBy::site});
}

}  // namespace

report::Picture measures_picture(const Experiment& experiment,
                                 const std::vector<MapResult>& results) {
  charts::BoxPlot plot{experiment.title, {}};
  for (const std::string& measure : experiment.measures) {
    plot.panels.push_back(panel_of(experiment, results, measure_index(measure)));
  }
  return charts::box_plot_picture(plot);
}

report::Picture maps_picture(const Experiment& experiment, const std::string& condition,
                             const std::vector<MapResult>& results) {
  charts::MapGallery gallery;
  gallery.columns = 4;
  gallery.title = experiment.title + ": " + condition;
  const std::string main = main_method(experiment);
  for (const MapMethod& method : experiment.methods) {
    const auto sorted = by_quality(results, condition, method.name);
    if (sorted.empty()) continue;
    const bool both = method.name == main && sorted.size() > 1;
    add_cells(*sorted.front(), method.name + (both ? ", best run" : ""), gallery);
    if (both) add_cells(*sorted.back(), method.name + ", worst run", gallery);
  }
  return charts::map_gallery_picture(gallery);
}

}  // namespace dsne::experiments
