#include "report/lettering.h"

#include <algorithm>

#include "report/canvas.h"
#include "report/text.h"

#ifdef DSNE_SANITIZED
// Fontconfig finds parts of its patterns by offsets, which the leak check cannot follow.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
// NOLINTEND(bugprone-reserved-identifier)
#endif

namespace dsne::report {
namespace {

/// Without hints, letters have the same shape and width on every surface and at every scale.
void select_font(cairo_t* canvas, const Font& font) {
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(canvas, options);
  cairo_font_options_destroy(options);
  cairo_select_font_face(canvas, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         font.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(canvas, font.size);
}

}  // namespace

double text_width(cairo_t* canvas, const Font& font, const std::string& text) {
  select_font(canvas, font);
  cairo_text_extents_t extents;
  cairo_text_extents(canvas, text.c_str(), &extents);
  return extents.x_advance;
}

std::string fit_text(cairo_t* canvas, const Font& font, const std::string& text, double width) {
  constexpr std::size_t always_too_long = 300;
  if (character_count(text) > always_too_long) {
    return fit_text(canvas, font, shortened(text, always_too_long), width);
  }
  const auto fits = [&](std::size_t length) {
    return text_width(canvas, font, shortened(text, length)) <= width;
  };
  std::size_t length = std::max<std::size_t>(character_count(text), 1);
  if (fits(length)) return shortened(text, length);
  // Finds the longest text that fits; at least one character is always shown.
  std::size_t fitting = 1;
  while (length - fitting > 1) {
    const std::size_t middle = fitting + (length - fitting) / 2;
    (fits(middle) ? fitting : length) = middle;
  }
  return shortened(text, fitting);
}

void draw_text(cairo_t* canvas, const Font& font, double x, double y, const std::string& text) {
  select_font(canvas, font);
  set_colour(canvas, font.colour);
  cairo_move_to(canvas, x, y);
  cairo_show_text(canvas, text.c_str());
}

void draw_title(cairo_t* canvas, const std::string& title) {
  constexpr Font font{13, true};
  draw_text(canvas, font, figure_margin, 26,
            fit_text(canvas, font, display_text(title), figure_width - 2 * figure_margin));
}

}  // namespace dsne::report
