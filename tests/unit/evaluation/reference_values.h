#pragma once

#include <fstream>

#include "unit/matrices.h"

/// scikit-learn's values, tests/data/quality/quality.json (made by make.py beside it).
inline dsne::Json quality_values() {
  std::ifstream file(DSNE_TEST_DATA "/quality/quality.json");
  return dsne::Json::parse(file);
}
