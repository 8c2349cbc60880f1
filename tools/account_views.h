#pragma once

#include <string>

#include "core/json.h"
#include "tools/privacy_account.h"

namespace dsne::tools {

/// The account as text for people: the setting, a table with a line per accountant, and what it is
/// worth. Bounds (ε, and σ that is enough) are rounded up.
std::string account_text(const PrivacyAccount& account);

/// The same as one JSON object, unrounded.
Json account_json(const PrivacyAccount& account);

/// The same with `curves`: ε after numbers of releases up to the setting's or at least ten, by each
/// accountant at the account's noise, and the published figure, where there is one; the main
/// paper's figure 11.
Json account_curves_json(const PrivacyAccount& account);

/// What is said of `single-shot`, which releases nothing.
std::string nothing_released_text(const std::string& method);
Json nothing_released_json(const std::string& method);

}  // namespace dsne::tools
