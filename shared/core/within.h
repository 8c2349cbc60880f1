// What a field of a message may hold (core/message.h). Structs of kernels name it without JSON.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace dsne {

/// The largest absolute value accepted from outside. Sums of squares of larger ones could overflow,
/// and the error would no longer name the sender.
inline constexpr double largest_number = 1e100;

/// The most points or features that a message or cache may claim: more would fit into no machine's
/// memory.
inline constexpr std::int64_t most_claimed = std::int64_t{1} << 31;

namespace within {

/// Any JSON, true or false, or a struct.
struct Anything {};

/// A whole number.
struct Whole {
  std::int64_t least, most;
};
constexpr Whole whole(std::int64_t least, std::int64_t most) { return {least, most}; }

/// A list of whole numbers, of one length.
struct Wholes {
  Eigen::Index size;
  Whole each;
};
constexpr Wholes wholes(Eigen::Index size, std::int64_t least, std::int64_t most) {
  return {size, {least, most}};
}

/// A number, or a list of numbers.
struct Number {
  double least, most;
};
constexpr Number number(double least = -largest_number, double most = largest_number) {
  return {least, most};
}

/// A matrix as `pack` writes it.
struct Packed {
  Eigen::Index rows, columns;
};
constexpr Packed packed(Eigen::Index rows, Eigen::Index columns) { return {rows, columns}; }

/// A list of numbers, of one length.
struct Numbers {
  Eigen::Index size;
};
constexpr Numbers numbers(Eigen::Index size) { return {size}; }

/// A matrix as a list of rows, for people; -1 rows are any number.
struct Rows {
  Eigen::Index rows, columns;
};
constexpr Rows rows(Eigen::Index rows, Eigen::Index columns) { return {rows, columns}; }

/// A text, or a list of texts.
struct Text {
  bool (*fits)(const std::string&);
  const char* otherwise;  ///< what is wrong with another one: "is not a digest"
  std::size_t most;       ///< in a list
};

/// A list of texts, of one length.
struct Texts {
  Eigen::Index size;
};
constexpr Texts texts(Eigen::Index size) { return {size}; }
constexpr Text text(
    bool (*fits)(const std::string&) = [](const std::string&) { return true; },
    const char* otherwise = "", std::size_t most = SIZE_MAX) {
  return {fits, otherwise, most};
}

/// A list or an object of structs.
struct AtMost {
  std::size_t number;
};
constexpr AtMost at_most(std::size_t number) { return {number}; }

/// A word, each with the value that it stands for.
template <typename T, std::size_t size>
struct Words {
  std::array<std::pair<const char*, T>, size> all;
};
template <typename T, std::size_t size>
constexpr Words<T, size> words(const std::pair<const char*, T> (&all)[size]) {
  return {std::to_array(all)};
}

/// A list that is left out when it is empty.
template <typename Bound>
struct OrMissing {
  Bound bound;
};
template <typename Bound>
constexpr OrMissing<Bound> or_missing(Bound bound) {
  return {bound};
}

/// The same, or null for an optional that has none.
template <typename Bound>
struct OrNull {
  Bound bound;
};
template <typename Bound = Anything>
constexpr OrNull<Bound> or_null(Bound bound = {}) {
  return {bound};
}

}  // namespace within

}  // namespace dsne
