#pragma once

#include "methods/options.h"

namespace dsne::methods {

/// What places a site's own points with method single-shot: the reference alone or, as in the
/// paper, also the site's own points.
enum class Placement { reference, paper };

/// The options of method single-shot's own.
struct SingleShotOptions {
  Placement placement = Placement::reference;

  void list(OptionList& options);
};

}  // namespace dsne::methods
