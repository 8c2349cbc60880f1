// What the tests of steps share.
#pragma once

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>

#include "core/json.h"
#include "folders.h"
#include "refusal.h"
#include "small_federation.h"
#include "small_summaries.h"
#include "text_search.h"
#include "tools/simulate/process.h"

namespace fs = dsne::fs;
using dsne::Json;
using dsne::tools::Node;
using dsne::tools::run_process;
