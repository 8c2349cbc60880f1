#pragma once

#include "core/step.h"

namespace dsne::remote {

/// Answers a step with the coordinator's next message, or the run's result.
/// @throws Error when the step's input, cache or files are invalid
StepResult answer_step(const Step& step);

}  // namespace dsne::remote
