#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

/// One table of tests/data/accounting/accounting.json (made by make.py beside it).
inline nlohmann::json accounting_values(const std::string& table) {
  std::ifstream file(DSNE_TEST_DATA "/accounting/accounting.json");
  return nlohmann::json::parse(file).at(table);
}
