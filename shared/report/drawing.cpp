#include "report/drawing.h"

#include <cairo-svg.h>
#include <png.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cmath>
#include <exception>
#include <numbers>
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

namespace {

constexpr Font number_font{8, true};
constexpr Font listed_font{9, true};
constexpr Font about_font{8, false, {0.35, 0.35, 0.38}};
constexpr Colour ring_colour{0.08, 0.08, 0.1};
constexpr Colour white{1, 1, 1};
constexpr double entry_height = 27;
constexpr double width_of_number = 18;
constexpr double names_gap = 16;

void draw_ring(cairo_t* canvas, const Ring& ring) {
  for (const auto& [width, colour] : {std::pair(3.2, white), std::pair(1.4, ring_colour)}) {
    cairo_new_path(canvas);
    cairo_arc(canvas, ring.x, ring.y, ring.radius, 0, 2 * std::numbers::pi);
    cairo_set_line_width(canvas, width);
    set_colour(canvas, colour);
    cairo_stroke(canvas);
  }
}

double overlap(const Rectangle& a, const Rectangle& b) {
  const double width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const double height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/// Returns where a number hides least of what is taken, of eight directions around its ring.
Rectangle place_beside(const Ring& ring, double width, double side,
                       const std::vector<Rectangle>& taken) {
  constexpr double height = 9;
  constexpr int directions = 8;
  Rectangle best{};
  double least = -1;
  for (int direction = 0; direction < directions; ++direction) {
    // Up and right first.
    const double angle = (1 - direction) * std::numbers::pi / 4 - std::numbers::pi / 2;
    const double reach = ring.radius + 1;
    const Rectangle box{ring.x + std::cos(angle) * (reach + width / 2) - width / 2,
                        ring.y + std::sin(angle) * (reach + height / 2) - height / 2, width,
                        height};
    double hidden = width * height - overlap(box, {0, 0, side, side});
    for (const Rectangle& each : taken) hidden += overlap(box, each);
    if (least < 0 || hidden < least) {
      least = hidden;
      best = box;
    }
  }
  return best;
}

}  // namespace

void draw_rings(cairo_t* canvas, const std::vector<Ring>& rings, double side) {
  std::vector<Rectangle> taken;
  for (const Ring& ring : rings) {
    draw_ring(canvas, ring);
    taken.push_back({ring.x - ring.radius, ring.y - ring.radius, 2 * ring.radius, 2 * ring.radius});
  }
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    const double width = text_width(canvas, number_font, number) + 2;
    const Rectangle box = place_beside(rings[i], width, side, taken);
    taken.push_back(box);
    cairo_rectangle(canvas, box.x, box.y, box.width, box.height);
    set_colour(canvas, white, 0.75);
    cairo_fill(canvas);
    draw_text(canvas, number_font, box.x + 1, box.y + box.height - 1.5, number);
  }
}

double names_height(std::size_t names, std::size_t columns) {
  const std::size_t rows = (names + columns - 1) / columns;
  return static_cast<double>(rows) * entry_height;
}

void draw_names(cairo_t* canvas, const std::vector<NamedPoint>& named, const Rectangle& area,
                std::size_t columns) {
  const std::size_t rows = (named.size() + columns - 1) / columns;
  const double step = (area.width + names_gap) / static_cast<double>(columns);
  const double room = step - names_gap - width_of_number;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const std::size_t column = i / rows;
    const std::size_t row = i % rows;
    const double x = area.x + static_cast<double>(column) * step;
    const double y = area.y + static_cast<double>(row) * entry_height + 10;
    draw_text(canvas, listed_font, x, y, std::to_string(i + 1));
    draw_text(canvas, listed_font, x + width_of_number, y,
              fit_text(canvas, listed_font, named[i].name, room));
    draw_text(canvas, about_font, x + width_of_number, y + 11,
              fit_text(canvas, about_font, named[i].about, room));
  }
}

}  // namespace dsne::report
