#include "privacy/ledger_file.h"

#include <boost/filesystem/operations.hpp>
#include <sstream>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json_text.h"

namespace dsne::privacy {
namespace {

constexpr const char* ledger_name = "the privacy ledger";

[[noreturn]] void damaged(std::size_t line) {
  throw InputError("the privacy ledger line " + std::to_string(line) +
                   " is not what was written, so what was spent is not known");
}

/// Reads a line's entry. @throws Error when `sealed` did not make it after these entries
LedgerEntry parse_line(const std::string& text, const std::vector<LedgerEntry>& before) {
  Json line = Json::parse(text, nullptr, false);
  LedgerEntry entry{text_field(line, "run", ledger_name), cost_of_line(line, ledger_name),
                    line.contains("not_private"), text_field(line, "digest", ledger_name)};
  line.erase("digest");
  if (sha256(last_digest(before) + to_ascii(line)) != entry.digest) {
    throw InputError("another digest");
  }
  return entry;
}

}  // namespace

Cost cost_of_line(const Json& line, std::string_view input) {
  const Zcdp known(number_field(line, "rho", input));
  if (!line.contains("mu")) return Cost(known);
  const Cost cost(GaussianDp(number_field(line, "mu", input)));
  // An earlier version reads rho alone, which must not be less than the true cost.
  if (known.rho() < cost.rho() * (1 - 1e-9)) throw InputError("rho is too small");
  return cost;
}

std::optional<std::string> read_if_there(const fs::path& file, std::string_view what) {
  boost::system::error_code error;
  const fs::file_type type = fs::symlink_status(file, error).type();
  if (type == fs::file_not_found) return std::nullopt;
  if (type != fs::regular_file) throw StorageError(std::string(what) + " is not a file");
  return read_file(file, what);
}

std::vector<LedgerEntry> read_ledger_file(const fs::path& file) {
  std::vector<LedgerEntry> entries;
  const std::string text = read_if_there(file, ledger_name).value_or("");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    try {
      entries.push_back(parse_line(line, entries));
    } catch (const Error&) {
      damaged(entries.size() + 1);
    }
  }
  if (!text.empty() && text.back() != '\n') damaged(entries.size());
  return entries;
}

std::string last_digest(const std::vector<LedgerEntry>& entries) {
  return entries.empty() ? std::string() : entries.back().digest;
}

Json sealed(Json release, const std::vector<LedgerEntry>& before) {
  release["entry"] = before.size() + 1;
  release["digest"] = sha256(last_digest(before) + to_ascii(release));
  return release;
}

void append_to_ledger(const fs::path& file, const Json& entry) {
  append_line(file, to_ascii(entry), ledger_name);
}

}  // namespace dsne::privacy
