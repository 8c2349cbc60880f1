#include "methods/sphere/sphere_result.h"

#include <string>

#include "core/errors.h"
#include "exchange/state_names.h"
#include "methods/sphere/sphere_guarantee.h"
#include "methods/sphere/sphere_messages.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

void expect(bool holds, const char* otherwise) {
  if (holds) return;
  throw MessageError(std::string(exchange::coordinator_message_name) + ": " + otherwise);
}

bool are_networks_of(const sphere::GroupSphere& group) {
  for (std::size_t region = 0; region < group.regions.size(); ++region) {
    if (group.networks[region] != network_of_region(group.regions[region])) return false;
  }
  return true;
}

bool is_within(double noise, const NoiseRange& range) {
  constexpr double rounding = 1e-9;
  return noise >= range.least * (1 - rounding) && noise <= range.most * (1 + rounding);
}

void check_guaranteed(const sphere::GroupSphere& group, const NoiseRange& range) {
  expect(!group.mean_distances && !group.ordinary,
         "a run with a guarantee tells no distances of subjects");
  expect(group.fit && group.fit->varying.empty(),
         "a run with a guarantee does not tell which correlations vary");
  expect(group.noise && is_within(*group.noise, range), "noise is not that of this run");
}

void check_exact(const sphere::GroupSphere& group) {
  expect(!group.noise, "this run has no noise");
  expect(group.mean_distances.has_value(), "mean_distances is missing");
  expect(group.fit.has_value() == (std::ssize(group.regions) <= most_regions_summed),
         "fit is not what is known of this many regions");
}

}  // namespace

sphere::Form sphere_form_of(const Parameters& parameters, Index regions) {
  return regions > most_regions_minimised ? sphere::Form::closed : parameters.sphere_form;
}

void check_result(const sphere::GroupSphere& group, const Parameters& parameters, Index sites,
                  Index subjects) {
  const Index regions = std::ssize(group.regions);
  expect(group.places.cols() == parameters.no_dims + 1, "coordinates is not no_dims + 1");
  expect(group.subjects == subjects, "subjects is not how many there are");
  expect(group.form == sphere_form_of(parameters, regions), "form is not the one asked for");
  expect(are_networks_of(group), "networks are not those of the regions' names");
  if (parameters.sphere_epsilon > 0) {
    expect(regions <= most_regions_summed, "regions are too many for a guarantee");
    check_guaranteed(group, noise_range(parameters, sites, regions, subjects));
  } else {
    check_exact(group);
  }
}

}  // namespace dsne::methods
