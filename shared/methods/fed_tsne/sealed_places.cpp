#include "methods/fed_tsne/sealed_places.h"

#include "core/errors.h"
#include "exchange/site_answers.h"
#include "exchange/site_keys.h"
#include "privacy/masked_sum.h"

namespace dsne::methods {
namespace {

constexpr privacy::FixedPoint fixed_point{exchange::map_bound, 1};

privacy::SumPlace place_of(Eigen::Index rows, Eigen::Index columns) {
  return {{}, "sealed places", rows, columns, {}};
}

// Of a pair, one adds the mask and the other subtracts it, by the order of their names.
constexpr const char* sealing = "coordinator";
constexpr const char* opening = "site";

}  // namespace

Json sealed(const Matrix& places, const Bytes32& key) {
  const privacy::SumPlace place = place_of(places.rows(), places.cols());
  privacy::Words words = fixed_point.from_matrix(places);
  privacy::add_masks(words, sealing, {{opening, key}}, place);
  Json packed = exchange::pack_words(words, places.rows(), places.cols());
  packed["tag"] = to_hex(privacy::tag_of(words, key, place));
  return packed;
}

Matrix opened(const Json& object, const std::string& name, const Bytes32& key, Eigen::Index rows,
              Eigen::Index columns, std::string_view what) {
  const privacy::SumPlace place = place_of(rows, columns);
  privacy::Words words = exchange::words_field(object, name, rows, columns, what);
  if (!same_secret(exchange::key_field(object[name], "tag", what),
                   privacy::tag_of(words, key, place))) {
    throw MessageError(std::string(what) + ": " + name + " was not sealed for this site");
  }
  privacy::add_masks(words, opening, {{sealing, key}}, place);
  return fixed_point.to_matrix(words, rows, columns);
}

}  // namespace dsne::methods
