#include "methods/sphere/sphere.h"

#include <utility>

#include "core/errors.h"
#include "core/phase.h"
#include "methods/messages.h"
#include "methods/sphere/sphere_guarantee.h"

namespace dsne::methods {
namespace {

void check_correlations(const Parameters& parameters, const Matrix& values) {
  // With a guarantee, whole_network takes any numbers.
  if (parameters.sphere_epsilon > 0 || !(values.array().abs() > 1).any()) return;
  throw InputError(
      "method sphere needs correlations, from -1 to 1; as they were before Fisher's z");
}

std::string sphere_description(const Parameters& parameters) {
  return "The regions of all subjects' mean network lie on the sphere such that the angles "
         "between them match the arc cosines of its correlations as well as possible (" +
         std::string(parameters.sphere_form == sphere::Form::closed
                         ? "the closed form of Chung and Chen 2022"
                         : "Chung and Chen's loss, minimised from their closed form, with more "
                           "than 400 regions of the mean network as far as sums determine it, and "
                           "with more than 5,000 the closed form") +
         "). At its site, each subject's own network was put on a sphere in the same way, and "
         "rotated onto this one.";
}

std::optional<PrivacyPlan> sphere_plan(const Parameters& parameters) {
  if (parameters.sphere_epsilon == 0) return std::nullopt;
  return PrivacyPlan{
      network_sum(parameters).planned(), 1, false,
      SharedNoise{"a sphere", "sphere_epsilon", parameters.sphere_epsilon},
      "Nothing else of its subjects but their number, and the names of regions, leaves a site."};
}

}  // namespace

void SphereOptions::list(OptionList& options) {
  options.choice("sphere_form", sphere_form,
                 {{"minimised", sphere::Form::minimised}, {"closed", sphere::Form::closed}},
                 "How method sphere places regions: closed is the published form, minimised "
                 "reduces its stress further.",
                 "`closed` for the published figures, and with much noise; more than 5,000 regions "
                 "always take it");
  options.number("sphere_epsilon", sphere_epsilon, 0, 100,
                 "The epsilon that the network of method sphere costs each site; 0 sums networks "
                 "without a guarantee.",
                 "With thousands of subjects, where nothing may leave without a guarantee; nobody "
                 "is then flagged");
  options.number("dp_colluding", dp_colluding, 1, 1000,
                 "How many sites may collude with the coordinator and each other without breaking "
                 "a guarantee whose noise all sites add together, as of method sphere.",
                 "More where sites trust few others; the noise grows");
}

const Method& sphere_method() {
  static const Method method = {
      .name = "sphere",
      .needs_reference = false,
      .ending = Ending::result,
      .parameters = with_own<SphereOptions>({"no_dims", "least_in_sums", "dp_delta"}),
      .sent_fields =
          {{phase::embed, "regions", Shows::nothing,
            "the names of its networks' regions, or their numbers from 1; to `size`, alone",
            "names of regions, not of subjects"},
           {phase::embed, subjects_name, Shows::sums, "1 × 1, N_l; to `size`, alone",
            "how many subjects there are at all sites, which every site is told", true},
           {phase::embed, connectivity_name, Shows::sums,
            "1 × pairs of regions, the sum of its subjects' correlations; to `networks`, alone",
            "the mean network of all subjects", true},
           {phase::embed, connectivity_squares_name, Shows::sums,
            "1 × pairs of regions, the sum of their squares; likewise",
            "how far each correlation varies between all subjects", true},
           {phase::embed, noisy_networks_name, Shows::noise,
            "1 × (1 + pairs of regions) whole numbers, with `sphere_epsilon` the sum of its "
            "subjects' networks, each brought to one length, and its share of noise; to `noisy`, "
            "alone",
            "noisy: (ε, δ)-differentially private, see the privacy page", true},
           {phase::embed, network_products_name, Shows::sums,
            "regions × `width`, the sum of its subjects' networks times `basis`; to "
            "`products`, alone",
            "products of the mean network, less than that itself", true},
           {phase::embed, region_distances_name, Shows::sums,
            "regions × 2, the sum of its subjects' angles from the group at each region, and how "
            "many have a place there; to `distances`, alone",
            "the mean over all subjects", true},
           {phase::embed, distance_scale_name, Shows::sums,
            "1 × 3, the number of its subjects, if it has 12, and that times the middle and "
            "the spread of the logarithms of their distances; likewise",
            "where ordinary subjects' distances lie", true}},
      .description = sphere_description,
      .disclosure = always(
          "The mean network, and how far it varies, depend on every subject, without a guarantee "
          "of privacy: the results of two runs, one with a subject and one without, reveal "
          "that subject's network. A coordinator that lies about the number of subjects chooses "
          "where a site's sums are cut off."),
      .privacy_plan = sphere_plan,
      .check_values = check_correlations,
      .site = sphere_site,
      .coordinator = sphere_coordinator};
  return method;
}

}  // namespace dsne::methods
