#pragma once

#include <fstream>
#include <string>

#include "unit/matrices.h"

/// What tests/data/frame/make.py has written.
inline dsne::Json frame_values() {
  std::ifstream file(DSNE_TEST_DATA "/frame/frame.json");
  return dsne::Json::parse(file);
}
