#include "core/message.h"

namespace dsne::message {

void check_object(const Json& object, std::string_view what) {
  if (!object.is_object()) throw MessageError(std::string(what) + " is not a JSON object");
}

void Reader::read(const char* name, Matrix& value, const within::Rows& shape) const {
  const Json& list = field(object, name, what);
  if (!list.is_array() || (shape.rows >= 0 && std::ssize(list) != shape.rows)) {
    refuse(name, "has another number of rows");
  }
  value.resize(std::ssize(list), shape.columns);
  for (Eigen::Index row = 0; row < value.rows(); ++row) {
    value.row(row) =
        vector_field({{name, list[static_cast<std::size_t>(row)]}}, name, shape.columns, what);
  }
}

void Reader::read(const char* name, std::vector<std::string>& values,
                  const within::Text& text) const {
  values = texts_field(object, name, what);
  if (values.size() > text.most) refuse(name, "holds too many texts");
  if (!std::ranges::all_of(values, text.fits)) refuse(name, text.otherwise);
}

void Reader::read(const char* name, std::vector<double>& values,
                  const within::Number& range) const {
  const Json& list = field(object, name, what);
  if (!list.is_array()) refuse(name, "must be a list of numbers");
  const RowVector numbers = vector_field(object, name, std::ssize(list), what);
  values.assign(numbers.begin(), numbers.end());
  const auto inside = [&](double value) { return value >= range.least && value <= range.most; };
  if (!std::ranges::all_of(values, inside)) refuse(name, "is out of range");
}

void Reader::read(const char* name, std::map<std::string, std::string>& values,
                  const within::Text& text) const {
  const Json& all = field(object, name, what);
  if (!all.is_object() || all.size() > text.most) refuse(name, "is no object, or too large");
  for (const auto& [key, value] : all.items()) {
    if (!value.is_string() || !text.fits(value)) refuse(name, text.otherwise);
    values[key] = value;
  }
}

}  // namespace dsne::message
