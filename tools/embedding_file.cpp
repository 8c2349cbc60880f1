#include "tools/embedding_file.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "data/table.h"
#include "tools/text_columns.h"

namespace dsne::tools {

EmbeddingFile read_embedding_file(const fs::path& file, const std::string& input) {
  const std::vector<std::string> names = column_names(file, input);
  const auto has = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (!has("x") || !has("y")) throw InputError(input + " has no columns x and y");
  data::TableFormat format;
  format.header = data::Header::present;
  format.feature_columns = {"x", "y"};
  if (has("z")) format.feature_columns.emplace_back("z");
  if (has("id")) format.id_column = "id";
  EmbeddingFile embedding;
  data::Table table = data::read_table(file, input, format);
  embedding.coordinates = std::move(table.values);
  if (has("id")) embedding.ids = std::move(table.ids);
  if (embedding.coordinates.hasNaN()) throw InputError(input + " lacks a coordinate");
  if (has("site")) embedding.sites = read_label_column(file, "site", input);
  if (has("label")) embedding.labels = read_label_column(file, "label", input);
  return embedding;
}

}  // namespace dsne::tools
