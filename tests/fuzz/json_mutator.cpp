// Mutates JSON inputs as JSON: adds, removes and swaps members, and puts hostile numbers into
// packed matrices and tables.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/digest.h"
#include "core/json.h"
#include "fuzz/hostile.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace fuzz {
namespace {

using dsne::Json;

Json& child(Json& parent, std::size_t index) {
  return *std::next(parent.begin(), static_cast<std::ptrdiff_t>(index));
}

/// One of the document's members, an array or object where it has any: its texts are names.
Json& some_member(Json& document, Random& random) {
  std::vector<Json*> members;
  for (Json& member : document) {
    if (member.is_structured()) members.push_back(&member);
  }
  if (members.empty()) return child(document, below(document.size(), random));
  return *members[below(members.size(), random)];
}

/// Returns a value within the document, never the whole; all branches are equally likely.
/// @pre the document is not empty
Json& some_value(Json& document, Random& random) {
  Json* value = &some_member(document, random);
  while (value->is_structured() && !value->empty() && !dsne::is_packed(*value) &&
         !once_in(8, random)) {
    value = &child(*value, below(value->size(), random));
  }
  return *value;
}

Json strange_value(Random& random) {
  const std::vector<Json> values = {nullptr,
                                    true,
                                    "",
                                    Json::array(),
                                    Json::object(),
                                    0,
                                    -1,
                                    0.5,
                                    1,
                                    2,
                                    INT32_MAX,
                                    std::int64_t{1} << 31,
                                    INT64_MAX,
                                    INT64_MIN,
                                    UINT64_MAX,
                                    1e308,
                                    5e-324,
                                    "reference",
                                    "embed",
                                    "collect"};
  return values[below(values.size(), random)];
}

void mutate_packed(Json& packed, Random& random) {
  const auto rows = packed["rows"].get<std::int64_t>();
  const auto columns = packed["columns"].get<std::int64_t>();
  const std::string& text = packed["float64"].get_ref<const std::string&>();
  const auto most = static_cast<std::int64_t>(text.size());
  if (rows < 1 || rows > most || columns < 1 || columns > most || rows * columns > most) return;
  dsne::Matrix values(rows, columns);
  const std::span entries(values.data(), static_cast<std::size_t>(values.size()));
  if (!dsne::from_base64(text, std::as_writable_bytes(entries))) return;
  spoil(values, random);
  if (once_in(8, random)) values.conservativeResize(rows + (once_in(2, random) ? 1 : -1), columns);
  // Not `pack`, which refuses what is not finite.
  const std::span changed(values.data(), static_cast<std::size_t>(values.size()));
  packed = {{"rows", once_in(16, random) ? rows : values.rows()},
            {"columns", columns},
            {"float64", dsne::to_base64(std::as_bytes(changed))}};
}

void mutate_text(std::string& text, Random& random) {
  if (text.find('\n') != std::string::npos && !once_in(8, random)) {
    return spoil_table(text, random);
  }
  std::vector<std::uint8_t> bytes(text.begin(), text.end());
  const std::size_t size = bytes.size();
  bytes.resize(size + 8);
  bytes.resize(LLVMFuzzerMutate(bytes.data(), size, bytes.size()));
  text.assign(bytes.begin(), bytes.end());
}

void mutate_number(Json& number, Random& random) {
  if (once_in(2, random)) {
    number = hostile_number(random);
  } else if (number.is_number_integer() && once_in(2, random)) {
    number = number.get<std::int64_t>() / 2 + static_cast<std::int64_t>(below(5, random)) - 2;
  } else {
    number = strange_value(random);
  }
}

/// Removes a member, doubles one, or replaces one by another.
void mutate_members(Json& parent, Random& random) {
  if (parent.empty()) return;
  const auto member =
      std::next(parent.begin(), static_cast<std::ptrdiff_t>(below(parent.size(), random)));
  if (once_in(2, random)) {
    parent.erase(member);
  } else if (parent.is_array() && once_in(2, random)) {
    parent.push_back(Json(*member));
  } else {
    std::swap(*member, child(parent, below(parent.size(), random)));
  }
}

void mutate(Json& document, Random& random) {
  Json& value = some_value(document, random);
  if (once_in(12, random)) {
    value = once_in(2, random) ? strange_value(random) : Json(some_value(document, random));
  } else if (dsne::is_packed(value)) {
    mutate_packed(value, random);
  } else if (value.is_string()) {
    mutate_text(value.get_ref<std::string&>(), random);
  } else if (value.is_number()) {
    mutate_number(value, random);
  } else if (value.is_structured()) {
    mutate_members(value, random);
  } else {
    value = strange_value(random);
  }
}

/// A value of `other`, if need be from another place in it, in the place of one of `document`.
void cross(Json& document, Json& other, Random& random) {
  Json* to = &document;
  Json* from = &other;
  do {
    const auto member =
        std::next(to->begin(), static_cast<std::ptrdiff_t>(below(to->size(), random)));
    const auto same = from->find(member.key());
    from = same == from->end() ? &some_value(other, random) : &*same;
    to = &*member;
  } while (to->is_object() && from->is_object() && !to->empty() && !once_in(4, random));
  *to = Json(*from);
}

/// Writes the document over the input. @return its size; 0 when it does not fit
std::size_t write_back(const Json& document, std::uint8_t* data, std::size_t most) {
  const std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > most) return 0;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

}  // namespace
}  // namespace fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
  fuzz::Random random(seed);
  fuzz::Json document = fuzz::Json::parse(data, data + size, nullptr, false);
  if (!document.is_structured() || document.empty()) document = {{"input", fuzz::Json::object()}};
  do fuzz::mutate(document, random);
  while (!fuzz::once_in(3, random));
  const std::size_t written = fuzz::write_back(document, data, most);
  return written > 0 ? written : size;
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2,
                                                 std::uint8_t* out, std::size_t most,
                                                 unsigned int seed) {
  fuzz::Random random(seed);
  fuzz::Json document = fuzz::Json::parse(data1, data1 + size1, nullptr, false);
  fuzz::Json other = fuzz::Json::parse(data2, data2 + size2, nullptr, false);
  if (!document.is_object() || !other.is_object() || document.empty() || other.empty()) return 0;
  fuzz::cross(document, other, random);
  return fuzz::write_back(document, out, most);
}
