#include "damage.h"

#include <numeric>

#include "tsne/initialization.h"

namespace dsne {
namespace {

using Eigen::Index;
using Row = Eigen::Ref<RowVector>;
using Engine = std::mt19937_64;

constexpr double small_noise = 1;  ///< robust deviations
constexpr double large_noise = 3;

Index one_of(Index count, Engine& engine) {
  return static_cast<Index>(engine() % static_cast<std::uint64_t>(count));
}

std::vector<Index> a_third(const Row& row, Engine& engine) {
  return drawn(row.size(), row.size() / 3, engine);
}

void add_noise(Row row, Index measure, double amount, const Measures& measures, Engine& engine) {
  row(measure) +=
      measures.deviations(measure) * tsne::random_coordinates(1, 1, amount, engine())(0);
}

void take_from_another(Row row, Index measure, const Measures& measures, Engine& engine) {
  row(measure) = measures.all(one_of(measures.all.rows(), engine), measure);
}

}  // namespace

std::vector<Index> drawn(Index below, Index count, Engine& engine) {
  std::vector<Index> order(static_cast<std::size_t>(below));
  std::iota(order.begin(), order.end(), Index{0});
  for (Index i = 0; i < count; ++i) {
    std::swap(order[static_cast<std::size_t>(i)],
              order[static_cast<std::size_t>(i + one_of(below - i, engine))]);
  }
  order.resize(static_cast<std::size_t>(count));
  return order;
}

std::vector<Damage> damages() {
  return {
      {"one × 1000",
       [](Row row, const Measures&, Engine& e) { row(one_of(row.size(), e)) *= 1000; }},
      {"one / 10", [](Row row, const Measures&, Engine& e) { row(one_of(row.size(), e)) /= 10; }},
      {"a third / 10",
       [](Row row, const Measures&, Engine& e) {
         for (const Index m : a_third(row, e)) row(m) /= 10;
       }},
      {"the same five / 10",
       [](Row row, const Measures& measures, Engine&) {
         for (const Index m : measures.fixed) row(m) /= 10;
       }},
      {"two swapped",
       [](Row row, const Measures&, Engine& e) {
         const auto pair = drawn(row.size(), 2, e);
         std::swap(row(pair[0]), row(pair[1]));
       }},
      {"moved by a column", [](Row row, const Measures&,
                               Engine&) { std::rotate(row.begin(), row.end() - 1, row.end()); }},
      {"noise on all",
       [](Row row, const Measures& measures, Engine& e) {
         for (Index m = 0; m < row.size(); ++m) add_noise(row, m, small_noise, measures, e);
       }},
      {"noise on a third",
       [](Row row, const Measures& measures, Engine& e) {
         for (const Index m : a_third(row, e)) add_noise(row, m, large_noise, measures, e);
       }},
      {"a third others'",
       [](Row row, const Measures& measures, Engine& e) {
         for (const Index m : a_third(row, e)) take_from_another(row, m, measures, e);
       }},
      {"all others'",
       [](Row row, const Measures& measures, Engine& e) {
         for (Index m = 0; m < row.size(); ++m) take_from_another(row, m, measures, e);
       }},
  };
}

}  // namespace dsne
