#include "data/npy_header.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "core/errors.h"

namespace dsne::data {
namespace {

/// Reads the few forms of Python literals that such a header holds.
class Scanner {
 public:
  Scanner(std::string_view text, const std::string& input) : rest_(text), input_(input) {}

  /// Skips the token when it comes next.
  bool take(std::string_view token) {
    skip_blanks();
    if (rest_.substr(0, token.size()) != token) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  void expect(std::string_view token) {
    if (!take(token)) fail();
  }

  std::string quoted() {
    expect("'");
    const std::size_t length = rest_.find('\'');
    if (length == std::string_view::npos) fail();
    std::string text(rest_.substr(0, length));
    rest_.remove_prefix(length + 1);
    return text;
  }

  bool boolean() {
    if (take("True")) return true;
    expect("False");
    return false;
  }

  std::vector<std::size_t> tuple() {
    std::vector<std::size_t> numbers;
    expect("(");
    while (!take(")")) {
      numbers.push_back(number());
      if (take(",")) continue;
      expect(")");
      break;
    }
    return numbers;
  }

  void expect_end() {
    skip_blanks();
    if (!rest_.empty()) fail();
  }

  [[noreturn]] void fail() const { throw InputError(input_ + ": the .npy header is malformed"); }

 private:
  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size()));
  }

  std::size_t number() {
    skip_blanks();
    std::size_t value = 0;
    const char* const end = rest_.data() + rest_.size();
    const auto [stop, error] = std::from_chars(rest_.data(), end, value);
    if (error != std::errc()) fail();
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    return value;
  }

  std::string_view rest_;
  const std::string& input_;
};

void read_entry(Scanner& scanner, const std::string& key, NpyHeader& header,
                const std::string& input) {
  if (key == "descr") {
    if (scanner.take("[")) {
      throw InputError(input +
                       ": the .npy array has named fields, which are not supported: save its "
                       "numbers as a plain array");
    }
    header.type = scanner.quoted();
  } else if (key == "fortran_order") {
    header.fortran_order = scanner.boolean();
  } else if (key == "shape") {
    header.shape = scanner.tuple();
  } else {
    scanner.fail();
  }
}

}  // namespace

NpyHeader parse_npy_header(std::string_view text, const std::string& input) {
  NpyHeader header;
  Scanner scanner(text, input);
  std::set<std::string> keys;
  scanner.expect("{");
  while (!scanner.take("}")) {
    const std::string key = scanner.quoted();
    if (!keys.insert(key).second) scanner.fail();
    scanner.expect(":");
    read_entry(scanner, key, header, input);
    if (scanner.take(",")) continue;
    scanner.expect("}");
    break;
  }
  scanner.expect_end();
  if (keys.size() != 3) scanner.fail();
  return header;
}

}  // namespace dsne::data
