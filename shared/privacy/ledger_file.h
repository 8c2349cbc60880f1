#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "privacy/cost.h"

namespace dsne::privacy {

/// An entry of a site's ledger: a private release.
struct LedgerEntry {
  std::string run;         ///< the run's name
  Cost cost{};             ///< see `cost_of_line`
  bool simulated = false;  ///< its noise came from a seed
  std::string digest;      ///< of this entry and all before
};

/// Reads a site's ledger: a line of JSON per private release of all its runs. Each line has a
/// digest of itself and the line before, which reveals lines that were removed, changed or
/// inserted. ReleaseLedger knows the number of lines and notices missing ones at the end.
/// @return its entries; none when there is no such file
/// @throws InputError naming the first line that was changed
/// @throws StorageError when it is not a file, or cannot be read
std::vector<LedgerEntry> read_ledger_file(const fs::path& file);

/// Returns the cost in a line of a ledger or a release log: Gaussian with its `mu`, or only `rho`
/// in lines of earlier versions.
/// @throws MessageError when it has no such number, InputError when that is out of range
Cost cost_of_line(const Json& line, std::string_view input);

/// Returns the last entry's digest, which covers all entries; "" for none.
std::string last_digest(const std::vector<LedgerEntry>& entries);

/// Returns the next entry for the file: the release with its number, `entry`, and its `digest`.
/// @param release members that describe it, including `run` and `rho`
/// @param before the entries so far
Json sealed(Json release, const std::vector<LedgerEntry>& before);

/// Appends an entry made by `sealed`.
/// @throws StorageError when it cannot
void append_to_ledger(const fs::path& file, const Json& entry);

/// Reads a file that may not exist; returns nothing if it does not.
/// @throws StorageError when it is not a file (a broken link, for example), or cannot be read
std::optional<std::string> read_if_there(const fs::path& file, std::string_view what);

}  // namespace dsne::privacy
