#include "report/picture.h"

#include <cairo-svg.h>

#include <boost/algorithm/string/replace.hpp>
#include <exception>

#include "report/canvas.h"

namespace dsne::report {
namespace {

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

std::string png(const Picture& picture) {
  const Surface image = make_image(CAIRO_FORMAT_RGB24, picture.width, picture.height);
  draw(image.get(), picture);
  return png(image.get());
}

std::string png(cairo_surface_t* image) {
  std::string content;
  check(cairo_surface_write_to_png_stream(image, append, &content));
  return content;
}

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
