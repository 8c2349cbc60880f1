#include "data/names/scan_kinds.h"

#include <algorithm>
#include <array>

#include "data/cell.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

/// A kind of scan with the words for it, in lower case, blanks and hyphens taken out.
struct Kind {
  std::string_view name;
  std::string_view suffixes;  ///< BIDS' at the end of ids
  std::string_view words;     ///< what people write besides
};

constexpr std::array<Kind, 25> known_kinds = {
    {{"T1w", "t1w", "t1 t1weighted mprage t1mprage spgr fspgr irfspgr bravo mpr"},
     {"T2w", "t2w", "t2 t2weighted t2tse t2space"},
     {"FLAIR", "flair", "t2flair flair3d 3dflair"},
     {"T2starw", "t2starw t2star", "t2* t2*w"},
     {"PDw", "pdw pd", "pdweighted protondensity"},
     {"PDT2", "pdt2", ""},
     {"MP2RAGE", "mp2rage", ""},
     {"UNIT1", "unit1", "uni"},
     {"T1map", "t1map", ""},
     {"T2map", "t2map", ""},
     {"inplaneT1", "inplanet1", ""},
     {"inplaneT2", "inplanet2", ""},
     {"bold", "bold", "fmri rsfmri rfmri tfmri rest restingstate taskfmri functional"},
     {"sbref", "sbref", ""},
     {"cbv", "cbv", ""},
     {"epi", "epi", ""},
     {"dwi", "dwi", "dti diffusion dmri"},
     {"asl", "asl", "pcasl pasl perfusion"},
     {"m0scan", "m0scan", ""},
     {"SWI", "swi", ""},
     {"MTR", "mtr", ""},
     {"angio", "angio", "tof"},
     {"pet", "pet", ""},
     {"ct", "ct", ""},
     {"meg", "meg", ""}}};

/// Words that say less than one kind does.
constexpr std::string_view shared_words = "anat anatomical structural smri mri mr func fmap";

std::string_view without_extension(std::string_view id) {
  return id.substr(0, std::min(id.find('.'), id.size()));
}

}  // namespace

const std::vector<std::string>& scan_kinds() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    all.reserve(known_kinds.size());
    for (const Kind& kind : known_kinds) all.emplace_back(kind.name);
    return all;
  }();
  return names;
}

std::string kind_in_id(std::string_view id) {
  const std::size_t split = id.rfind('_');
  if (split == std::string_view::npos) return "";
  const std::string end = lower_case(without_extension(id.substr(split + 1)));
  for (const Kind& kind : known_kinds) {
    if (lists(kind.suffixes, end)) return std::string(kind.name);
  }
  return "";
}

std::string kind_in_cell(std::string_view cell) {
  if (read_cell(cell).kind == CellKind::missing) return "";
  std::string word = lower_case(without_extension(cell));
  std::erase_if(word, [](char c) { return c == ' ' || c == '-' || c == '_'; });
  for (const Kind& kind : known_kinds) {
    if (lists(kind.suffixes, word) || lists(kind.words, word)) return std::string(kind.name);
  }
  return std::string(lists(shared_words, word) ? std::string_view() : another_kind);
}

}  // namespace dsne::data
