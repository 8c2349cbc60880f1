#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "core/errors.h"

namespace dsne {

/// What an error about something that people gave names: an input ("site_data"), or a file of a
/// list ("site_data row 5's file"); and where in it. Rows and columns count from 1.
struct Source {
  // Wherever a text is at hand it names a source.
  Source(std::string text) : name(std::move(text)) {}
  Source(const char* text) : name(text) {}

  /// Returns the error "site_data is empty" for "is empty", "site_data: damaged" for ": damaged".
  InputError error(std::string_view what) const;
  /// Returns the error "site_data row 3, column 2: not a number" for "not a number".
  InputError error(std::size_t row, std::size_t column, std::string_view what) const;

  /// Throw these errors.
  [[noreturn]] void refuse(std::string_view what) const { throw error(what); }
  [[noreturn]] void refuse(std::size_t row, std::size_t column, std::string_view what) const {
    throw error(row, column, what);
  }

  std::string name;
};

}  // namespace dsne
