#include "sentences/reading_note.h"

#include <algorithm>
#include <utility>

#include "core/phrases.h"

namespace dsne::sentences {
namespace {

constexpr std::size_t most_shown = 20;

/// Columns that were left out for the same reason.
struct Reason {
  std::string text;
  std::vector<std::string> columns;
};

std::vector<Reason> reasons_of(const std::vector<data::LeftOut>& columns) {
  std::vector<Reason> reasons;
  for (const data::LeftOut& column : columns) {
    auto known = std::find_if(reasons.begin(), reasons.end(),
                              [&](const Reason& reason) { return reason.text == column.reason; });
    if (known == reasons.end()) known = reasons.insert(known, Reason{column.reason, {}});
    known->columns.push_back(column.name);
  }
  return reasons;
}

/// "36 subjects, 68 measures"; of images and networks what these are.
std::string content_text(const data::Table& table) {
  const std::string geometry = geometry_text(table.reading.geometry);
  return counted(table.values.rows(), "subject") + ", " +
         (geometry.empty() ? counted(table.values.cols(), "measure") : geometry);
}

}  // namespace

std::vector<std::string> reading_sentences(const data::Table& table) {
  const data::Reading& reading = table.reading;
  std::vector<std::string> sentences = {"Your table was read as " + content_text(table) + "."};
  sentences.insert(sentences.end(), reading.notes.begin(), reading.notes.end());
  for (const Reason& reason : reasons_of(reading.left_out)) {
    sentences.push_back("Left out: " + in_words(reason.columns, most_shown) + " (" + reason.text +
                        ").");
  }
  return sentences;
}

}  // namespace dsne::sentences
