#pragma once

#include <string>

#include "core/json.h"
#include "tools/charts/chart.h"
#include "tools/privacy_account.h"

namespace dsne::tools {

/// The account as text for people: the setting, a table with a line per accountant, and what it is
/// worth. Bounds (ε, and σ that is enough) are rounded up.
std::string account_text(const PrivacyAccount& account);

/// The same as one JSON object, unrounded.
Json account_json(const PrivacyAccount& account);

/// ε against the number of releases by each accountant, up to the setting's or at least ten; the
/// main paper's figure 11. The published figure, where there is one, is a line for comparison.
charts::LineChart account_chart(const PrivacyAccount& account);

/// What is said of `single-shot`, which releases nothing.
std::string nothing_released_text();
Json nothing_released_json();

}  // namespace dsne::tools
