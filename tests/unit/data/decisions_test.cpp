#include "data/formats/decisions.h"

#include <doctest/doctest.h>

#include <istream>
#include <memory>
#include <sstream>
#include <string>

namespace {

/// A file that somebody saves again while it is read: from its second reading on it has two lines.
class SavedMeanwhile : public std::stringbuf {
 public:
  using std::stringbuf::stringbuf;

 protected:
  pos_type seekpos(pos_type place, std::ios_base::openmode which) override {
    const std::string text = str();
    str(text.substr(0, text.find('\n', text.find('\n') + 1) + 1));
    return std::stringbuf::seekpos(place, which);
  }
};

}  // namespace

TEST_CASE("decisions that are saved while they are read are read as they were") {
  SavedMeanwhile buffer("id,decision,note\na,exclude,\nb,keep,\nc,exclude,\n");
  const dsne::data::TextInput text{std::make_unique<std::istream>(&buffer), {}, 0};
  const auto saved = dsne::data::read_decisions(text, dsne::Source("decisions.csv"));
  REQUIRE(saved);
  CHECK(saved->by_id.size() == 3);
  CHECK(saved->note.empty());
}
