#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "privacy/cost.h"

namespace dsne::privacy {

/// A private release as a site's ledger has it.
struct LedgerEntry {
  std::string run;         ///< the run's name
  Cost cost{};             ///< as `cost_of_line` reads it
  bool simulated = false;  ///< its noise came from a seed
  std::string digest;      ///< of this entry and, through it, of all before
};

/// A site's ledger: a line of JSON per private release of all its runs, each with a digest of
/// itself and the line before, so that no line can be taken away, changed or put in between
/// unnoticed. Lines missing at the end are noticed by who knows how many there were
/// (ReleaseLedger).
/// @return its entries; none when there is no such file
/// @throws InputError naming the first line that is not what was written
/// @throws StorageError when what is there is no file, or cannot be read
std::vector<LedgerEntry> read_ledger_file(const fs::path& file);

/// What a line of a ledger or a release log costs: Gaussian with its `mu`; a line without, as
/// earlier versions wrote, is known by its `rho` alone.
/// @throws MessageError when it has no such number, InputError when that is out of range
Cost cost_of_line(const Json& line, std::string_view input);

/// The digest of the last entry, and through it of all; empty when there is none.
std::string last_digest(const std::vector<LedgerEntry>& entries);

/// One release more as the file has it: with its number, `entry`, and its `digest`.
/// @param release what is to be told of it, `run` and `rho` among it
/// @param before the entries so far
Json sealed(Json release, const std::vector<LedgerEntry>& before);

/// Appends what `sealed` made.
/// @throws StorageError when it cannot
void append_to_ledger(const fs::path& file, const Json& entry);

/// The text of a file that may not be there; nothing when there is none. What is neither a file nor
/// nothing, such as a link that leads nowhere, is an error.
/// @throws StorageError when it is no file, or cannot be read
std::optional<std::string> read_if_there(const fs::path& file, std::string_view what);

}  // namespace dsne::privacy
