#include "summary/known_persons.h"

#include <sodium.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/phrases.h"
#include "data/columns/persons.h"
#include "data/missing.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

/// How values are rounded, and how many digits a digest is of.
struct Rounding {
  int digits;
  int needed;
};

constexpr std::array<Rounding, 2> roundings = {{{4, 4}, {3, 6}}};

constexpr std::size_t most_kept = 64;
constexpr std::size_t most_compared = 4096;
constexpr std::size_t share_of_many = 8;
constexpr std::size_t least_many = 3;
constexpr std::size_t least_equal = 4;
constexpr Index most_values_needed = 20;

/// A value as its digits say it: its sign, digits and decimal exponent in one number, and how many
/// digits there are. Zero has none.
struct Written {
  std::int32_t code = 0;
  int digits = 0;
};

Written written(double value, int digits) {
  constexpr double smallest = 1e-200;
  constexpr std::int32_t exponents = 1024;
  const double size = std::abs(value);
  if (size < smallest) return {};
  int exponent = static_cast<int>(std::floor(std::log10(size))) - digits + 1;
  auto whole = static_cast<std::int32_t>(std::lround(size * std::pow(10, -exponent)));
  while (whole % 10 == 0) {
    whole /= 10;
    ++exponent;
  }
  int count = 0;
  for (std::int32_t rest = whole; rest > 0; rest /= 10) ++count;
  const std::int32_t code = whole * exponents + exponent + exponents / 2;
  return {value < 0 ? -code : code, count};
}

/// The columns that say something about a person.
std::vector<Index> telling_columns(const Matrix& values) {
  const auto records = static_cast<std::size_t>(values.rows());
  const auto least = std::min<std::size_t>(most_values_needed, records / 2);
  std::vector<Index> columns;
  for (Index c = 0; c < values.cols(); ++c) {
    const std::vector<double> sorted = data::sorted_values(values, c);
    std::size_t different = 0;
    std::size_t commonest = 0;
    for (auto first = sorted.begin(); first != sorted.end(); ++different) {
      const auto next = std::upper_bound(first, sorted.end(), *first);
      commonest = std::max(commonest, static_cast<std::size_t>(next - first));
      first = next;
    }
    if (different > 0 && different >= least && (records < 4 || 2 * commonest < records)) {
      columns.push_back(c);
    }
  }
  return columns;
}

/// Half of the SipHash-2-4, by the first half of the key.
std::uint32_t short_hash(const Bytes32& key, std::span<const std::byte> data) {
  static_assert(crypto_shorthash_KEYBYTES == sizeof(Bytes32) / 2);
  std::array<unsigned char, crypto_shorthash_BYTES> hash{};
  crypto_shorthash(hash.data(), reinterpret_cast<const unsigned char*>(data.data()), data.size(),
                   key.data());
  std::uint32_t half = 0;
  std::copy_n(hash.begin(), sizeof half, reinterpret_cast<unsigned char*>(&half));
  return half;
}

std::vector<std::uint32_t> digests_at(const Rounding& rounding, const Bytes32& key,
                                      const std::vector<double>& record) {
  std::vector<std::int32_t> codes;
  std::vector<int> digits;
  for (const double value : record) {
    const Written form = written(value, rounding.digits);
    codes.push_back(form.code);
    digits.push_back(form.digits);
  }
  std::vector<std::uint32_t> result;
  std::size_t end = 0;
  int sum = 0;
  for (std::size_t begin = 0; begin < codes.size(); sum -= digits[begin++]) {
    while (sum < rounding.needed && end < codes.size()) sum += digits[end++];
    if (sum < rounding.needed) break;
    if (digits[begin] == 0) continue;
    result.push_back(short_hash(key, std::as_bytes(std::span(codes).subspan(begin, end - begin))));
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  if (result.size() > most_compared) result.resize(most_compared);
  return result;
}

/// Removes the digests that many of the records share: in arrays of many columns, single values of
/// four digits are common to strangers.
void remove_common(std::vector<RecordDigests>& records, std::size_t of) {
  std::vector<std::uint32_t> all;
  for (const RecordDigests& digests : records) {
    all.insert(all.end(), digests[of].begin(), digests[of].end());
  }
  std::sort(all.begin(), all.end());
  const std::size_t many = std::max(least_many, records.size() / share_of_many);
  std::unordered_set<std::uint32_t> common;
  for (std::size_t i = many - 1; i < all.size(); ++i) {
    if (all[i] == all[i + 1 - many]) common.insert(all[i]);
  }
  for (RecordDigests& digests : records) {
    std::erase_if(digests[of], [&](std::uint32_t digest) { return common.contains(digest); });
  }
}

}  // namespace

std::vector<RecordDigests> digests_of(const Bytes32& key, const Matrix& values) {
  std::array<Bytes32, roundings.size()> keys{};
  for (std::size_t i = 0; i < roundings.size(); ++i) {
    keys[i] = keyed_hash(key, {"record", std::to_string(roundings[i].digits)});
  }
  const std::vector<Index> columns = telling_columns(values);
  std::vector<RecordDigests> all(static_cast<std::size_t>(values.rows()));
  std::vector<double> record;
  for (Index row = 0; row < values.rows(); ++row) {
    record.clear();
    for (const Index column : columns) {
      const double value = values(row, column);
      if (std::isfinite(value)) record.push_back(value);
    }
    for (std::size_t i = 0; i < roundings.size(); ++i) {
      all[static_cast<std::size_t>(row)][i] = digests_at(roundings[i], keys[i], record);
    }
  }
  for (std::size_t i = 0; i < roundings.size(); ++i) remove_common(all, i);
  return all;
}

std::string kept_text(const RecordDigests& digests) {
  std::string bytes;
  for (const std::vector<std::uint32_t>& list : digests) {
    const std::size_t count = std::min(list.size(), most_kept);
    bytes += static_cast<char>(count);
    // Little-endian, as core/digest.cpp requires of the machine.
    bytes.append(reinterpret_cast<const char*>(list.data()), count * sizeof(std::uint32_t));
  }
  while (bytes.size() % 3 != 0) bytes += '\0';
  return to_base64(std::as_bytes(std::span(bytes)));
}

RecordDigests parse_kept_digests(const std::string& text) {
  const InputError damaged("the digests of a record are damaged");
  std::string bytes(text.size() / 4 * 3, '\0');
  if (!from_base64(text, std::as_writable_bytes(std::span(bytes)))) throw damaged;
  RecordDigests digests;
  std::size_t at = 0;
  for (std::vector<std::uint32_t>& list : digests) {
    const std::size_t count = at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 256;
    if (count > most_kept || ++at + count * sizeof(std::uint32_t) > bytes.size()) throw damaged;
    list.resize(count);
    std::copy_n(bytes.data() + at, count * sizeof(std::uint32_t),
                reinterpret_cast<char*>(list.data()));
    at += count * sizeof(std::uint32_t);
  }
  return digests;
}

void KnownRecords::add(const RecordDigests& digests) {
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    List& list = lists_[i];
    const std::vector<std::uint32_t>& kept = digests[i];
    const auto number = static_cast<std::uint32_t>(list.sizes.size());
    list.sizes.push_back(static_cast<std::uint32_t>(kept.size()));
    list.limits.push_back(kept.size() < most_kept ? UINT32_MAX : kept.back());
    for (const std::uint32_t digest : kept) list.numbers.emplace(digest, number);
  }
}

std::optional<std::size_t> KnownRecords::find(const RecordDigests& digests) const {
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    const List& list = lists_[i];
    const std::vector<std::uint32_t>& own = digests[i];
    std::unordered_map<std::uint32_t, std::size_t> equal;
    for (const std::uint32_t digest : own) {
      const auto [begin, end] = list.numbers.equal_range(digest);
      for (auto entry = begin; entry != end; ++entry) ++equal[entry->second];
    }
    for (const auto& [number, count] : equal) {
      const auto comparable =
          std::upper_bound(own.begin(), own.end(), list.limits[number]) - own.begin();
      const std::size_t smaller =
          std::min<std::size_t>(list.sizes[number], static_cast<std::size_t>(comparable));
      if (count >= least_equal && 2 * count >= smaller) return number;
    }
  }
  return std::nullopt;
}

namespace {

using Names = std::vector<std::string>;

/// The hashes of all persons who may enter no row.
std::set<std::string> known_hashes(const Kept& kept) {
  std::set<std::string> hashes(kept.gone.begin(), kept.gone.end());
  for (const Names& row : kept.rows) hashes.insert(row.begin(), row.end());
  return hashes;
}

/// The persons that a summary knows by their ids, and the others.
KnownPersons known_by_ids(const Kept& kept, const Records& records) {
  const PersonHasher hash_of(kept);
  const std::set<std::string> hashes = known_hashes(kept);
  std::set<std::string> met;
  KnownPersons known;
  for (const std::string& person : records.persons) {
    const std::string hash = hash_of(person);
    if (hashes.contains(hash)) {
      known.by_id.insert(person);
    } else if (met.insert(hash).second) {
      known.newcomers.push_back(person);
    }
  }
  return known;
}

/// All that the summary remembers of records.
KnownRecords known_records(const Kept& kept) {
  KnownRecords records;
  for (const auto& [hash, texts] : kept.records_of) {
    for (const std::string& text : texts) records.add(parse_kept_digests(text));
  }
  return records;
}

}  // namespace

PersonHasher::PersonHasher(const Kept& kept) : key_(kept.key) {
  if (kept.rules == first_rules) written_ = known_hashes(kept);
}

std::string PersonHasher::operator()(const std::string& person) const {
  const auto hash_of = [this](const std::string& id) {
    return to_hex(keyed_hash(key_, {"person", id}));
  };
  if (!written_.empty()) {
    std::string written = hash_of(person);
    if (written_.contains(written)) return written;
  }
  return hash_of(data::plain_id(person));
}

std::string person_hash(const Kept& kept, const std::string& person) {
  return PersonHasher(kept)(person);
}

bool is_in_row(const Kept& kept, const std::string& person) {
  const std::string hash = person_hash(kept, person);
  return std::ranges::any_of(kept.rows, [&](const Names& row) {
    return std::find(row.begin(), row.end(), hash) != row.end();
  });
}

Names newcomers(const Kept& kept, const Records& records) {
  return known_by_ids(kept, records).newcomers;
}

KnownPersons known_persons(const Kept& kept, const Records& records) {
  KnownPersons known = known_by_ids(kept, records);
  if (known.newcomers.empty()) return known;
  known.by_values = known_by_values(kept, records).by_values;
  std::erase_if(known.by_values,
                [&](const auto& person) { return known.by_id.contains(person.first); });
  return known;
}

KnownPersons known_by_values(const Kept& kept, const Records& records) {
  KnownPersons known;
  if (kept.records_of.empty()) return known;
  const KnownRecords remembered = known_records(kept);
  const std::vector<RecordDigests> digests = digests_of(kept.key, records.values);
  for (std::size_t i = 0; i < digests.size(); ++i) {
    if (remembered.find(digests[i])) known.by_values.emplace(records.persons[i], i);
  }
  return known;
}

std::string known_sentence(const KnownPersons& known, const Records& records,
                           const std::string& where) {
  const auto others = std::ssize(known.by_values);
  std::string sentence = counted(std::ssize(known.by_id) + others, "person of these data is",
                                 "persons of these data are") +
                         " in " + where;
  if (others == 0) return sentence;
  sentence += known.by_id.empty() ? ", " : ", " + std::to_string(others) + " of them ";
  std::size_t first = records.persons.size();
  for (const auto& [person, record] : known.by_values) first = std::min(first, record);
  const std::size_t row = first < records.rows.size() ? records.rows[first] : first + 1;
  return sentence + "known by their values (" + (others == 1 ? "" : "the first ") + "in row " +
         std::to_string(row) + ")";
}

void remember(Kept& kept, const Records& records, const std::set<std::string>& persons) {
  const PersonHasher hash_of(kept);
  const std::vector<RecordDigests> digests = digests_of(kept.key, records.values);
  for (std::size_t i = 0; i < digests.size(); ++i) {
    const std::string& person = records.persons[i];
    if (!persons.contains(person)) continue;
    kept.records_of[hash_of(person)].push_back(kept_text(digests[i]));
  }
}

}  // namespace dsne::summary
