#include "federated/run_note.h"

#include "federated/method.h"

namespace dsne::federated {

std::string method_sentence(const Parameters& parameters) {
  const std::string made = counted(iterations(parameters), "iteration");
  if (parameters.method == "single-shot") {
    return "The map was made with method single-shot: the reference was placed once, and each site "
           "placed its own subjects around it.";
  }
  const std::string moves =
      "in " + made +
      " the sites moved their own subjects, and together the reference points that hold their maps "
      "together";
  if (parameters.method == "dsne") {
    return "The map was made with decentralized t-SNE (dsne): " + moves + ".";
  }
  if (parameters.method == "joint") {
    return "The map was made with method joint: one t-SNE of all sites' subjects and the reference "
           "in which subjects of different sites draw each other near only through the reference; "
           "every site was shown the others' places in each of " +
           made + ".";
  }
  if (parameters.method == "dp-dsne") {
    return "The map was made with decentralized t-SNE with noise (dp-dsne): " + moves +
           ", with noise added to all that a site says.";
  }
  if (parameters.method == "dp-density") {
    const int cells = parameters.dp_cells * parameters.dp_cells;
    return "The map was made with method dp-density: the reference was placed once, each site "
           "placed its own subjects around it, and released how many of them lie in each of " +
           std::to_string(cells) + " cells of the map, with noise.";
  }
  return "The map was made with method " + parameters.method + " in " + made + ".";
}

std::string reading_sentence() {
  return "Each mark is one subject, or one point of the public reference; subjects whose data are "
         "alike lie near each other. Directions and axes mean nothing.";
}

std::string counted(std::int64_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

}  // namespace dsne::federated
