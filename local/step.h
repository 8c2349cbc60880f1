#pragma once

#include "core/step.h"

namespace dsne::local {

/// A site's answer to a step: what it registers, or the answer to the coordinator's message. Every
/// field of it is in the site's release log before it is returned.
/// @throws Error when the step's input, cache or files are not what they must be
StepResult answer_step(const Step& step);

}  // namespace dsne::local
