#pragma once

#include <string_view>

#include "core/step.h"

namespace fuzz {

/// A recorded call of a node, as make_seeds.py writes it and json_mutator.cpp mutates it: `input`,
/// `id`, and `files` by their names from the node's folders ("base/subjects.csv",
/// "output/reference.csv"). A text "@" and such a name, anywhere in it, is that file's SHA-256, so
/// that a changed file is accepted. The node's own `cache`, which a digest guards, is not mutated:
/// the call has its file's name in the folder DSNE_FUZZ_CACHES.
/// @return the step, its files written, its cache without a digest
/// @throws dsne::MessageError when it is no such call
dsne::Step take_call(std::string_view text);

/// The texts that a step's result is sent as.
void check_result(const dsne::StepResult& result);

/// Puts `digest` wherever a value is that name.
void replace_text(dsne::Json& value, const std::string& name, const std::string& digest);

}  // namespace fuzz
