#pragma once

#include "core/step.h"

namespace dsne::local {

/// Answers a step: with the site's registration, or with an answer to the coordinator's message.
/// Logs every field in the site's release log before it returns.
/// @throws Error when the step's input, cache or files are invalid
StepResult answer_step(const Step& step);

}  // namespace dsne::local
