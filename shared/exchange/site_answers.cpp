#include "exchange/site_answers.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"

namespace dsne::exchange {

Json pack_words(const privacy::Words& words, Eigen::Index rows, Eigen::Index columns) {
  return {
      {"rows", rows}, {"columns", columns}, {"uint64", to_base64(std::as_bytes(std::span(words)))}};
}

privacy::Words words_field(const Json& object, const std::string& name, Eigen::Index rows,
                           Eigen::Index columns, std::string_view what) {
  const Json& packed = field(object, name, what);
  const std::string whose = std::string(what) + ": " + name;
  integer_field(packed, "rows", rows, rows, whose);
  integer_field(packed, "columns", columns, columns, whose);
  privacy::Words words(static_cast<std::size_t>(rows * columns));
  if (!from_base64(text_field(packed, "uint64", whose), std::as_writable_bytes(std::span(words)))) {
    throw MessageError(whose + " is damaged");
  }
  return words;
}

SiteAnswers::SiteAnswers(std::map<std::string, Json> messages) : messages_(std::move(messages)) {
  const bool masked = std::any_of(messages_.begin(), messages_.end(), [](const auto& answer) {
    return answer.second.contains(masked_field);
  });
  if (!masked) return;
  if (sum(one_per_site, 1, 1, 1)(0, 0) != static_cast<double>(messages_.size())) {
    throw MessageError(
        "the sites' masked sums do not fit together: sites were told different things");
  }
}

bool SiteAnswers::has_sum(const std::string& name) const {
  return std::all_of(messages_.begin(), messages_.end(), [&](const auto& answer) {
    return answer.second.contains(masked_field) && answer.second[masked_field].contains(name);
  });
}

Matrix SiteAnswers::sum(const std::string& name, Eigen::Index rows, Eigen::Index columns,
                        double bound) const {
  privacy::Words sum(static_cast<std::size_t>(rows * columns));
  for (const auto& [site, message] : messages_) {
    const std::string what = message_name(site);
    privacy::add(sum, words_field(field(message, masked_field, what), name, rows, columns, what));
  }
  return privacy::FixedPoint{bound, messages_.size()}.to_matrix(sum, rows, columns);
}

Matrix SiteAnswers::hand_on(const SumTerm& shape, Json& message) const {
  Matrix total = sum(shape.name, shape.values.rows(), shape.values.cols(), shape.bound);
  message[shape.name] = pack(total);
  return total;
}

}  // namespace dsne::exchange
