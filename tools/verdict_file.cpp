#include "tools/verdict_file.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/errors.h"
#include "data/record_reader.h"
#include "data/table.h"
#include "data/text_input.h"
#include "data/word_list.h"

namespace dsne::tools {
namespace {

const char* const verdict_file_name = "the verdicts (--verdicts)";

struct DecisionColumns {
  std::size_t id = 0;
  std::size_t decision = 0;
};

std::optional<DecisionColumns> decision_columns(const data::RecordReader& reader) {
  std::optional<std::size_t> id;
  std::optional<std::size_t> decision;
  for (std::size_t c = 0; c < reader.size(); ++c) {
    const std::string name = data::lower_case(reader[c]);
    if (name == "id") id = c;
    if (name == "decision") decision = c;
  }
  if (!id || !decision) return std::nullopt;
  return DecisionColumns{*id, *decision};
}

/// Removes the apostrophe that the report adds to text that a spreadsheet would run.
std::string without_apostrophe(std::string_view id) {
  const bool guarded = id.size() > 1 && id[0] == '\'' &&
                       std::string_view("=+-@\t\r").find(id[1]) != std::string_view::npos;
  return std::string(guarded ? id.substr(1) : id);
}

/// Reads each id's decision; returns nothing if the file is not such a CSV.
std::optional<std::unordered_map<std::string, std::string>> read_decisions(
    const data::TextInput& text) {
  for (const char delimiter : {',', ';', '\t'}) {
    (*text).clear();
    (*text).seekg(0);
    data::RecordReader reader(*text, delimiter, verdict_file_name);
    if (!reader.next_filled()) continue;
    const auto columns = decision_columns(reader);
    if (!columns) continue;
    std::unordered_map<std::string, std::string> decisions;
    while (reader.next_filled()) {
      if (reader.size() <= std::max(columns->id, columns->decision)) {
        throw InputError(std::string(verdict_file_name) + " row " + std::to_string(reader.row()) +
                         " has too few columns");
      }
      decisions[without_apostrophe(reader[columns->id])] = std::string(reader[columns->decision]);
    }
    return decisions;
  }
  return std::nullopt;
}

}  // namespace

VerdictFile read_verdict_file(const boost::filesystem::path& file,
                              const std::vector<std::string>& ids, const std::string& excluding) {
  const auto decisions = read_decisions(data::open_text(file, verdict_file_name));
  if (!decisions) {
    return {data::read_verdicts(data::read_labels(file, verdict_file_name, ids.size()), excluding,
                                verdict_file_name),
            0};
  }
  std::vector<std::string> words;
  words.reserve(ids.size());
  std::size_t found = 0;
  for (const std::string& id : ids) {
    const auto decision = decisions->find(id);
    if (decision != decisions->end()) ++found;
    words.push_back(decision == decisions->end() ? "" : decision->second);
  }
  if (found == 0) {
    throw InputError(std::string(verdict_file_name) +
                     ": none of the ids is one of the data's; name their column with --id-column");
  }
  return {data::read_verdicts(words, excluding, verdict_file_name),
          decisions->size() - std::min(found, decisions->size())};
}

}  // namespace dsne::tools
