#include "coinstac/step.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cctype>
#include <istream>
#include <iterator>
#include <new>
#include <ostream>

#include "coinstac/errors.h"

namespace dsne {
namespace {

constexpr std::string_view state_name = "the step's state";

fs::path directory_field(const Json& state, const std::string& name) {
  const std::string text = text_field(state, name, state_name);
  boost::system::error_code error;
  if (!fs::is_directory(text, error)) {
    throw MessageError(std::string(state_name) + ": " + name + " is not a directory");
  }
  return text;
}

/// One line, whatever a library put into its message.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; }, ' ');
  return text;
}

}  // namespace

Step parse_step(const std::string& text) {
  if (text.empty()) throw MessageError("stdin is empty; expected one JSON document");
  const Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) throw MessageError("stdin is not valid JSON");
  Step step;
  const Json& state = field(document, "state", "stdin");
  step.input = field(document, "input", "stdin");
  step.cache = document.value("cache", Json::object());
  if (!step.input.is_object()) throw MessageError("stdin: input must be an object");
  if (!step.cache.is_object()) throw MessageError("stdin: cache must be an object");
  step.client_id = text_field(state, "clientId", state_name);
  step.directories = {
      directory_field(state, "baseDirectory"), directory_field(state, "outputDirectory"),
      directory_field(state, "transferDirectory"),  // Scratch may be gone at any time; whoever uses
                                                    // it must do without, too.
      text_field(state, "cacheDirectory", state_name)};
  return step;
}

int run_step(const std::string& node, const std::function<StepResult(const Step&)>& handle,
             std::istream& in, std::ostream& out, std::ostream& err) {
  std::string name = node;
  const auto fail = [&](const std::string& message) {
    err << one_line(name + ": " + message) << std::endl;
    return 1;
  };
  try {
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const Step step = parse_step(text);
    if (step.client_id != node) name += " " + step.client_id;
    const StepResult result = handle(step);
    const Json document = {
        {"output", result.output}, {"cache", result.cache}, {"success", result.success}};
    // ASCII only: the official container service can cut a UTF-8 character in two.
    out << document.dump(-1, ' ', true) << std::flush;
    if (!out) return fail("cannot write the answer to stdout");
    return 0;
  } catch (const Error& error) {
    return fail(error.what());
  } catch (const std::bad_alloc&) {
    return fail("out of memory");
  } catch (const std::exception&) {
    // A library's own message may quote the data.
    return fail("internal error");
  }
}

}  // namespace dsne
