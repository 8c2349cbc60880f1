#include "report/drawing.h"

#include <cairo-svg.h>
#include <png.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cmath>
#include <exception>
#include <string>

#include "core/errors.h"
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

int pixels(double units) { return static_cast<int>(std::lround(units * pixels_per_unit)); }

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

void draw(cairo_surface_t* surface, const Picture& picture) {
  const Canvas canvas = make_canvas(surface);
  set_colour(canvas.get(), {1, 1, 1});
  cairo_paint(canvas.get());
  picture.draw(canvas.get());
  check(cairo_status(canvas.get()));
}

/// Cairo's callback for each piece of a file; `text` is the std::string that collects them.
cairo_status_t append(void* text, const unsigned char* data, unsigned int length) {
  try {
    static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
  } catch (const std::exception&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
}

/// Returns an image's pixels row by row, a byte for grey or three for red, green and blue.
std::string pixels_of(cairo_surface_t* image, bool grey) {
  const auto width = static_cast<std::size_t>(cairo_image_surface_get_width(image));
  const auto height = static_cast<std::size_t>(cairo_image_surface_get_height(image));
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(image));
  const auto* const data = reinterpret_cast<const char*>(cairo_image_surface_get_data(image));
  std::string pixels;
  pixels.reserve(width * height * (grey ? 1 : 3));
  for (std::size_t y = 0; y < height; ++y) {
    const char* const row = data + y * stride;
    if (grey) {
      pixels.append(row, width);
      continue;
    }
    // Cairo keeps blue, green, red and an unused byte.
    for (std::size_t x = 0; x < 4 * width; x += 4) pixels.append({row[x + 2], row[x + 1], row[x]});
  }
  return pixels;
}

/// Renames Cairo's ids, which count per process, so that the same picture gives the same bytes.
void rename_ids(std::string& svg, const std::string& cairo_name, const std::string& name) {
  const std::string attribute = "id=\"";
  std::size_t at = 0;
  for (int number = 0; (at = svg.find(attribute + cairo_name, at)) != std::string::npos; ++number) {
    at += attribute.size();
    const std::string id = svg.substr(at, svg.find('"', at) + 1 - at);
    boost::algorithm::replace_all(svg, id, name + std::to_string(number) + '"');
  }
}

}  // namespace

Surface make_image(cairo_format_t format, double width, double height) {
  Surface image(cairo_image_surface_create(format, pixels(width), pixels(height)));
  check(cairo_surface_status(image.get()));
  cairo_surface_set_device_scale(image.get(), pixels_per_unit, pixels_per_unit);
  return image;
}

Canvas make_canvas(cairo_surface_t* surface) {
  Canvas canvas(cairo_create(surface));
  check(cairo_status(canvas.get()));
  return canvas;
}

void check(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) {
    throw StorageError("the figure could not be drawn: " +
                       std::string(cairo_status_to_string(status)));
  }
}

void set_colour(cairo_t* canvas, const Colour& colour, double opacity) {
  cairo_set_source_rgba(canvas, colour.red, colour.green, colour.blue, opacity);
}

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

void draw_frame(cairo_t* canvas, const Rectangle& frame) {
  cairo_rectangle(canvas, frame.x, frame.y, frame.width, frame.height);
  set_colour(canvas, {0.80, 0.80, 0.82});
  cairo_set_line_width(canvas, 1);
  cairo_stroke(canvas);
}

void draw_title(cairo_t* canvas, const std::string& title) {
  constexpr Font font{13, true};
  draw_text(canvas, font, figure_margin, 26,
            fit_text(canvas, font, display_text(title), figure_width - 2 * figure_margin));
}

Surface image_of(const Picture& picture) {
  Surface image = make_image(CAIRO_FORMAT_RGB24, picture.width, picture.height);
  draw(image.get(), picture);
  return image;
}

std::string png(const Surface& image) {
  cairo_surface_flush(image.get());
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(cairo_image_surface_get_width(image.get()));
  header.height = static_cast<png_uint_32>(cairo_image_surface_get_height(image.get()));
  const bool grey = cairo_image_surface_get_format(image.get()) == CAIRO_FORMAT_A8;
  header.format = grey ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
  // Figures of lines and marks are as small without the filters that take most of the time.
  header.flags = PNG_IMAGE_FLAG_FAST;
  const std::string pixels = pixels_of(image.get(), grey);
  std::string content(PNG_IMAGE_PNG_SIZE_MAX(header), '\0');
  png_alloc_size_t size = content.size();
  if (png_image_write_to_memory(&header, content.data(), &size, 0, pixels.data(), 0, nullptr) ==
      0) {
    throw StorageError("the figure could not be drawn: " + std::string(header.message));
  }
  content.resize(size);
  return content;
}

std::string png(const Picture& picture) { return png(image_of(picture)); }

std::string svg(const Picture& picture) {
  std::string content;
  const Surface surface(
      cairo_svg_surface_create_for_stream(append, &content, picture.width, picture.height));
  check(cairo_surface_status(surface.get()));
  cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
  draw(surface.get(), picture);
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()));
  rename_ids(content, "surface", "figure");
  rename_ids(content, "image", "marks");
  return content;
}

}  // namespace dsne::report
