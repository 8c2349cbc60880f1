#include "sentences/reading_note.h"

#include <cstddef>

namespace dsne::sentences {

std::vector<std::string> reading_sentences(const data::Reading& reading) {
  constexpr std::size_t most_shown = 20;
  std::vector<std::string> sentences = reading.notes;
  std::string columns;
  for (std::size_t i = 0; i < reading.left_out.size() && i < most_shown; ++i) {
    const data::LeftOut& column = reading.left_out[i];
    columns += (i == 0 ? "" : ", ") + column.name + " (" + column.reason + ")";
  }
  if (reading.left_out.size() > most_shown) {
    columns += " and " + std::to_string(reading.left_out.size() - most_shown) + " more";
  }
  if (!columns.empty()) sentences.push_back("Columns left out: " + columns + ".");
  if (!sentences.empty()) sentences.front() = "Your table. " + sentences.front();
  return sentences;
}

}  // namespace dsne::sentences
