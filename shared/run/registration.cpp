#include "run/registration.h"

#include "core/errors.h"
#include "core/message.h"
#include "core/phrases.h"

namespace dsne::run {

bool Registration::is_fault(const std::string& line) {
  return !line.empty() && line.size() <= exchange::longest_fault && line == one_line(line);
}

Registration parse_registration(const Json& message, std::string_view what) {
  auto registration = parse_message<Registration>(message, what);
  if (!registration.parameters.is_object()) {
    throw MessageError(std::string(what) + ": parameters must be an object");
  }
  const bool whole = registration.keys && registration.table;
  if (registration.is_faulty() ? !registration.brings_reference : !whole) {
    throw MessageError(std::string(what) + " is not a whole registration");
  }
  if (registration.table) check_profile(*registration.table, what);
  return registration;
}

}  // namespace dsne::run
