#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace dsne::data {

/// The ids that a person's pages have shown, so that decisions stay with them and new ones are
/// marked when the table grows.
struct KnownIds {
  std::string key;                          ///< the browser's storage key for decisions
  std::vector<std::string> days;            ///< on which new ids came
  std::map<std::string, std::size_t> came;  ///< of each id: on which of these days, from 0

  /// Adds the ids that are not known. The first ones determine the key.
  /// @param kind of table, which the key begins with
  void add(const std::vector<std::string>& ids, const std::string& day, const std::string& kind);

  /// Returns which of these ids came last; empty where all known ids came at once.
  /// @pre all are known
  std::vector<bool> newest(const std::vector<std::string>& ids) const;

  /// Returns the day before the newest came; "" where all came at once.
  std::string since() const;

  /// Returns whether each id came on one of the days.
  bool is_whole() const;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("key", self.key);
    visit("days", self.days);
    visit("scans", self.came);
  }
};

}  // namespace dsne::data
