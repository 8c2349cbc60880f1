#pragma once

#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/step.h"

/// Something else in the place of a value in a message.
inline dsne::Json other_value(const dsne::Json& value, std::mt19937& random) {
  using dsne::Json;
  const auto pick = random() % 4;
  if (value.is_number()) {
    return pick == 0   ? Json(-value.get<double>())
           : pick == 1 ? Json(value.get<double>() * 1e6)
           : pick == 2 ? Json(0)
                       : Json(1e300);
  }
  if (value.is_string() && pick < 2) {
    std::string text = value;
    if (!text.empty()) text[random() % text.size()] = "aA0/"[random() % 4];
    return text;
  }
  return pick == 2 ? Json() : pick == 3 ? Json::array({1, 2}) : Json(7);
}

/// The message with one thing changed or left out.
inline dsne::Json changed(dsne::Json message, std::mt19937& random) {
  using dsne::Json;
  std::vector<std::string> places;
  const Json flat = message.flatten();
  for (const auto& item : flat.items()) places.push_back(item.key());
  const Json::json_pointer place(places[random() % places.size()]);
  if (random() % 4 == 0 && message[place.parent_pointer()].is_object()) {
    message[place.parent_pointer()].erase(place.back());
  } else {
    message[place] = other_value(message[place], random);
  }
  return message;
}

/// What a coordinator that does not keep to the protocol may say in a message's place.
class HostileMessages {
 public:
  /// @param of_another_run what another run's coordinator told the same site, in order
  explicit HostileMessages(std::vector<dsne::Json> of_another_run)
      : of_another_run_(std::move(of_another_run)) {}

  /// Earlier messages again, those of another run, other phases and rounds, and this one with
  /// `changes` single changes by chance. Call it once for each message of the run, in order.
  std::vector<dsne::Json> instead_of(const dsne::Json& message, int changes);

 private:
  /// Another message as if it were this one.
  static dsne::Json in_place_of(const dsne::Json& message, dsne::Json other) {
    other["phase"] = message["phase"];
    other["round"] = message["round"];
    return other;
  }

  std::vector<dsne::Json> of_another_run_;
  std::vector<dsne::Json> before_;
  std::mt19937 random_{7};
};

inline std::vector<dsne::Json> HostileMessages::instead_of(const dsne::Json& message, int changes) {
  using dsne::Json;
  std::vector<Json> messages(1, in_place_of(message, Json::object()));
  if (!before_.empty()) {
    for (const Json& earlier : {before_.front(), before_.back()}) {
      messages.push_back(earlier);
      messages.push_back(in_place_of(message, earlier));
    }
  }
  before_.push_back(message);
  for (const Json& other : of_another_run_) {
    const bool near = other.value("phase", "") == message["phase"] &&
                      std::abs(other.value("round", 0) - message.value("round", 0)) <= 1;
    if (near) messages.push_back(in_place_of(message, other));
  }
  messages.push_back(message);
  messages.back()["round"] = message["round"].get<int>() + 1;
  for (const char* phase : {dsne::phase::reference, dsne::phase::landmarks, dsne::phase::embed,
                            dsne::phase::collect, dsne::phase::report}) {
    if (message["phase"] == phase) continue;
    messages.push_back(message);
    messages.back()["phase"] = phase;
  }
  for (int i = 0; i < changes; ++i) messages.push_back(changed(message, random_));
  return messages;
}
