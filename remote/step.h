#pragma once

#include "core/step.h"

namespace dsne::remote {

/// The coordinator's answer to a step: its next message to the sites, or in the end the run's
/// result.
/// @throws Error when the step's input, cache or files are not what they must be
StepResult answer_step(const Step& step);

}  // namespace dsne::remote
