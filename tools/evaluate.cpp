#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include "core/files.h"
#include "data/table.h"
#include "methods/embedding/perplexity.h"
#include "run/preprocessing.h"
#include "tools/commands.h"
#include "tools/data_options.h"
#include "tools/embedding_quality.h"
#include "tools/text_columns.h"

namespace dsne::tools {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

constexpr const char* about_evaluate =
    "Measures maps (embedding.csv) against the data they show: a table, a column per map.\n"
    "experiments/evaluate.py has more measures.\n"
    "The rows of the data are the map's points, in the same order; several files are read one\n"
    "after the other, their features matched by name. For a joint map that is the reference,\n"
    "then every site in the map's order: whose file is whose can be checked only by its length.\n"
    "A column called label is no feature, nor is one that the first file lacks.\n"
    "Scaling and principal components are learned from all points.\n\n"
    "  dsne evaluate joint/embedding.csv --data reference.csv site0.csv site1.csv --json "
    "all.json\n";

Options evaluate_options() {
  const auto names = [](const char* name) { return value<Names>(name)->multitoken(); };
  const auto text = [](const char* name) { return value<std::string>(name); };
  return with_data_options(
      {option("map", names("MAP"), "the maps"),
       option("data", names("FILE"), "the points' data, a row per point"),
       option("labels", text("FILE"), "the points' labels (default: the maps' own column label)"),
       option("normalization", text("KIND")->default_value("none"),
              "none, row_max, zscore or robust"),
       option("initial-dims", value<int>("N")->default_value(50),
              "principal components kept; 0 keeps the features"),
       option("perplexity", value<double>("P")->default_value(30),
              "of the affinities that the KL divergence is taken from"),
       option("json", text("FILE"), "write all measures there, too")});
}

constexpr const char* first_file = "file 1 of --data";

struct Points {
  Matrix values;
  Names features;  ///< the first file's; empty when it has no names
  Names labels;
  std::vector<Index> rows_of_files;
};

void append(Points& all, data::Table table, const std::string& input) {
  if (all.values.rows() == 0) all.features = table.features;
  if (!all.features.empty() && !table.features.empty()) {
    table = data::with_features(std::move(table), all.features, input, first_file);
  }
  if (all.values.rows() > 0 && all.values.cols() != table.values.cols()) {
    throw InputError("the files of --data have different numbers of features");
  }
  const Index rows = all.values.rows();
  all.values.conservativeResize(rows + table.values.rows(), table.values.cols());
  all.values.bottomRows(table.values.rows()) = table.values;
  all.labels.insert(all.labels.end(), table.labels.begin(), table.labels.end());
  all.rows_of_files.push_back(table.values.rows());
}

Points read_points(const Values& values) {
  const data::DataFormat form = data_format_of(values);
  data::TableFormat format = table_format_of(values);
  format.no_features = {"label"};  // a run's reference.csv has its labels there, numbers or not
  Points points;
  const Names files = values["data"].as<Names>();
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string input = "file " + std::to_string(i + 1) + " of --data";
    append(points, data::read_data(files[i], input, form, format), input);
  }
  if (points.values.hasNaN()) throw InputError("the data (--data) lacks a value");
  if (values.count("labels") != 0) {
    points.labels = data::read_labels(values["labels"].as<std::string>(), "the labels (--labels)",
                                      static_cast<std::size_t>(points.values.rows()));
  }
  return points;
}

methods::Parameters read_parameters(const Values& values) {
  return methods::parse_parameters({{"normalization", values["normalization"].as<std::string>()},
                                    {"initial_dims", values["initial-dims"].as<int>()},
                                    {"perplexity", values["perplexity"].as<double>()}});
}

/// Returns the sizes of the map's runs of points of one site.
std::vector<Index> rows_of_sites(const Names& sites) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (i == 0 || sites[i] != sites[i - 1]) rows.push_back(0);
    ++rows.back();
  }
  return rows;
}

/// Files in another order than the map's sites would be compared with others' positions.
void check_order(const EmbeddingFile& embedding, const std::vector<Index>& rows_of_files,
                 const std::string& input) {
  const std::vector<Index> expected = rows_of_sites(embedding.sites);
  if (rows_of_files.size() != expected.size()) return;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (rows_of_files[i] == expected[i]) continue;
    throw InputError("file " + std::to_string(i + 1) + " of --data has " +
                     std::to_string(rows_of_files[i]) + " rows, and the site in its place on " +
                     input + " " + std::to_string(expected[i]) + " points");
  }
}

std::vector<EmbeddingFile> read_embeddings(const Names& files, const Points& points) {
  std::vector<EmbeddingFile> embeddings;
  for (const std::string& file : files) {
    const std::string input = "map " + std::to_string(embeddings.size() + 1);
    const EmbeddingFile& embedding = embeddings.emplace_back(read_embedding_file(file, input));
    if (embedding.coordinates.rows() != points.values.rows()) {
      throw InputError(input + " has " + std::to_string(embedding.coordinates.rows()) +
                       " points, and the data " + std::to_string(points.values.rows()) + " rows");
    }
    check_order(embedding, points.rows_of_files, input);
  }
  return embeddings;
}

std::vector<Measures> measure(const std::vector<EmbeddingFile>& embeddings, const Points& points,
                              const methods::Parameters& parameters) {
  const EmbeddingEvaluator evaluator(
      run::apply(run::fit_preprocessing({points.values, {}, {}}, parameters), points.values),
      methods::wanted_perplexity(parameters));
  std::vector<Measures> measured;
  measured.reserve(embeddings.size());
  for (const EmbeddingFile& embedding : embeddings) {
    measured.push_back(evaluator.measure(embedding.coordinates,
                                         points.labels.empty() ? embedding.labels : points.labels));
  }
  return measured;
}

Json json_of(const std::vector<Measures>& measured, const Names& files, Index points) {
  Json json = Json::array();
  for (std::size_t i = 0; i < files.size(); ++i) {
    Json measures = Json::object();
    for (const Measure& measure : measured[i]) {
      measures[measure.name] = measure.value ? Json(*measure.value) : Json(nullptr);
    }
    json.push_back({{"map", files[i]}, {"points", points}, {"measures", measures}});
  }
  return json;
}

int evaluate(const Values& values, const Console& console) {
  const methods::Parameters parameters = read_parameters(values);
  const Points points = read_points(values);
  const Names files = values["map"].as<Names>();
  const std::vector<Measures> measured =
      measure(read_embeddings(files, points), points, parameters);
  console.out << measure_table(files, measured) << std::flush;
  if (values.count("json") != 0) {
    const Json json = json_of(measured, files, points.values.rows());
    // A path may not be UTF-8; bad bytes are replaced.
    write_atomically(values["json"].as<std::string>(),
                     json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n",
                     "the measures (--json)");
  }
  return 0;
}

}  // namespace

Command evaluate_command() {
  return {"dsne evaluate",
          "MAP... --data FILE... [options]",
          "measure maps against the data they show",
          about_evaluate,
          evaluate_options(),
          {"map"},
          {"map", "data"},
          evaluate};
}

}  // namespace dsne::tools
