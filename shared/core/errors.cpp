#include "core/errors.h"

namespace dsne {

InputError Source::error(std::string_view what) const {
  return InputError(name + (what.starts_with(':') ? "" : " ") + std::string(what));
}

InputError Source::error(std::size_t row, std::size_t column, std::string_view what) const {
  return error("row " + std::to_string(row) + ", column " + std::to_string(column) + ": " +
               std::string(what));
}

}  // namespace dsne
