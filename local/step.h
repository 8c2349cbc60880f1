#pragma once

#include "coinstac/step.h"

namespace dsne::local {

/// A site's answer to a step: what it registers, or the answer to the coordinator's message. Every
/// field of it is in the site's release log before it is returned.
/// @throws Error when the step's input, cache or files are not what they must be
coinstac::StepResult answer_step(const coinstac::Step& step);

}  // namespace dsne::local
