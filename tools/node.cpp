#include "tools/node.h"

#include <utility>

#include "core/errors.h"
#include "core/json_text.h"

namespace dsne::tools {

std::string site_id(std::size_t index) { return "local" + std::to_string(index); }

Call next_call(Node& node, std::size_t number, const std::string& input) {
  const Json state = {{"baseDirectory", node.directories.base.string()},
                      {"outputDirectory", node.directories.output.string()},
                      {"cacheDirectory", node.directories.cache.string()},
                      {"transferDirectory", node.directories.transfer.string()},
                      {"clientId", node.id},
                      {"iteration", ++node.steps}};
  return {number, node.id,
          "{\"input\":" + input + ",\"cache\":" + to_ascii(node.cache) +
              ",\"state\":" + to_ascii(state) + "}"};
}

Answer parse_answer(std::string text, bool may_end) {
  Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) throw MessageError("stdout is not one JSON document");
  if (!document.is_object()) throw MessageError("stdout is not a JSON object");
  Json output = std::move(document["output"]);
  if (!output.is_object()) throw MessageError("stdout has no output, or it is no object");
  Json cache = document.value("cache", Json::object());
  if (!cache.is_object()) throw MessageError("stdout: cache must be an object");
  const bool success = document.contains("success") && flag_field(document, "success", "stdout");
  if (success && !may_end) throw MessageError("a site must never say success true");
  return {std::move(text), std::move(output), std::move(cache), success};
}

}  // namespace dsne::tools
