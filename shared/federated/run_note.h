#pragma once

#include <cstdint>
#include <string>

namespace dsne::federated {

/// What a map means and what it does not, in a sentence for the reports.
std::string reading_sentence();

/// A count with its noun: "1 subject", "300 subjects".
std::string counted(std::int64_t count, const std::string& noun);

}  // namespace dsne::federated
