#include "federated/joint.h"

#include <algorithm>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/phase.h"
#include "data/stacked.h"
#include "federated/cell_gradient.h"
#include "federated/cell_sums.h"
#include "federated/initial_coordinates.h"
#include "federated/joint_objective.h"
#include "federated/plausible_reference.h"
#include "federated/run_note.h"
#include "federated/share_at_site.h"
#include "federated/state_names.h"
#include "tsne/gradient.h"
#include "tsne/transform.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// Enough for the map to settle from where single-shot's placement starts it.
constexpr int joint_iterations = 100;

/// A run that has not found cells by then will not.
constexpr int max_preparations = 50;

/// What a message asks the sites for.
namespace stage {
constexpr const char* count = "count";      ///< their members of each reference point
constexpr const char* veto = "veto";        ///< which cells would show too few of others
constexpr const char* start = "start";      ///< the cells' sums where the map starts
constexpr const char* iterate = "iterate";  ///< an iteration
}  // namespace stage

// The sums over the sites, and their bounds: far beyond what a map has.
constexpr const char* members_name = "members";
constexpr const char* vetoes_name = "vetoes";
constexpr const char* gradient_name = "reference_gradient";
constexpr const char* sums_name = "cell_sums";
constexpr const char* products_name = "cell_products";
constexpr double members_bound = max_points;
constexpr double gradient_bound = 1024;
constexpr double sums_bound = 1e8;
constexpr double products_bound = 1e10;

/// Whom the cells' counts are of: everybody, and those at sites that keep their places.
constexpr Index kinds_of_members = 2;

std::vector<Counts> counts_from(const Matrix& members) {
  std::vector<Counts> counts;
  for (const auto& column : members.colwise()) {
    counts.emplace_back(column.array().round().cast<Index>());
  }
  return counts;
}

Matrix to_matrix(const std::vector<Counts>& counts) {
  Matrix members(counts.front().size(), std::ssize(counts));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    members.col(static_cast<Index>(i)) = counts[i].cast<double>();
  }
  return members;
}

/// The division of the run's subjects, as site and coordinator keep it between steps.
struct Division {
  std::vector<Counts> members;  ///< by reference point: of all, and of those that keep their places
  Cells cells;

  Counts in_cells() const { return federated::in_cells(members.front(), cells); }
};

Json to_json(const Division& division) {
  return {{"members", pack(to_matrix(division.members))}, {"cells", division.cells.of_reference}};
}

CellNumbers numbers_field(const Json& object, const std::string& name, Index size, Index below,
                          std::string_view what) {
  const Json& values = field(object, name, what);
  CellNumbers numbers;
  for (const Json& value : values) {
    if (!value.is_number_integer() || value < 0 || value >= below) break;
    numbers.push_back(value.get<Index>());
  }
  if (!values.is_array() || std::ssize(numbers) != size || std::ssize(values) != size) {
    throw MessageError(std::string(what) + ": " + name + " is damaged");
  }
  return numbers;
}

Division parse_division(const Json& object, Index reference_points, std::string_view what) {
  Division division;
  division.members =
      counts_from(matrix_field(object, "members", reference_points, kinds_of_members, what));
  division.cells.of_reference =
      numbers_field(object, "cells", reference_points, reference_points, what);
  for (const Index cell : division.cells.of_reference) {
    division.cells.count = std::max(division.cells.count, cell + 1);
  }
  return division;
}

CellSums parse_cell_sums(const Json& object, const std::string& name, Index cells,
                         Index dimensions, std::string_view what) {
  const Matrix both =
      matrix_field(object, name, cells, dimensions + products_of(dimensions), what);
  return {both.leftCols(dimensions), both.rightCols(products_of(dimensions))};
}

Json to_json(const CellSums& sums) {
  Matrix both(sums.sums.rows(), sums.sums.cols() + sums.products.cols());
  both << sums.sums, sums.products;
  return pack(both);
}

tsne::OptimizerState optimizer_state(const Json& state, Index points, Index dimensions,
                                     std::string_view what) {
  return {matrix_field(state, "velocity", points, dimensions, what),
          matrix_field(state, "gains", points, dimensions, what)};
}

/// One iteration of some of a map's points.
void iterate(Matrix& coordinates, tsne::OptimizerState& optimizer, const Matrix& slope,
             const JointStep& step) {
  tsne::update_optimizer(optimizer, slope, step.learning_rate, step.momentum);
  coordinates += optimizer.velocity;
}

class JointSite final : public SiteMethod {
 public:
  JointSite(SiteProblem problem, const Json& state) : problem_(std::move(problem)) {
    if (state.is_null()) return;
    const auto dimensions = problem_.parameters.no_dims;
    answered_ = text_field(state, "answered", cache_name);
    iteration_ = static_cast<int>(
        integer_field(state, "iteration", 0, iterations(problem_.parameters), cache_name));
    coordinates_ = matrix_field(state, "places", problem_.own_points, dimensions, cache_name);
    optimizer_ = optimizer_state(state, problem_.own_points, dimensions, cache_name);
    nearest_ = numbers_field(state, "nearest", problem_.own_points, problem_.reference_points,
                             cache_name);
    if (answered_ == stage::count) return;
    division_ = parse_division(state, problem_.reference_points, cache_name);
  }

  SiteAnswer round(const Json& message) override {
    const std::string asked = text_field(message, "stage", coordinator_message_name);
    const Matrix reference = reference_coordinates(message);
    SiteAnswer answer;
    if (asked == stage::count && answered_.empty()) {
      answer = count(reference);
    } else if (asked == stage::veto && answered_ == stage::count) {
      answer = first_veto(message, reference);
    } else if (asked == stage::veto && answered_ == stage::veto) {
      answer = veto_again(message, reference);
    } else if (asked == stage::start && answered_ == stage::veto) {
      answer = start(message, reference);
    } else if (asked == stage::iterate &&
               (answered_ == stage::start || answered_ == stage::iterate)) {
      answer = descend(message, reference);
    } else {
      throw MessageError("the remote's message: stage is not the one expected");
    }
    answered_ = asked;
    return answer;
  }

  SiteAnswer finish(const Json& message) override {
    const SitePoints points = problem_.read_points();
    const tsne::Affinities ordinary = tsne::joint_affinities(
        data::stacked(points.own, points.reference), problem_.parameters.perplexity);
    return {Json::object(),
            {kl_divergence_term(tsne::kl_divergence(
                ordinary, data::stacked(coordinates_, reference_coordinates(message))))}};
  }

  Matrix coordinates() const override { return coordinates_; }

  Json state() const override {
    Json state = {{"answered", answered_},
                  {"iteration", iteration_},
                  {"places", pack(coordinates_)},
                  {"velocity", pack(optimizer_.velocity)},
                  {"gains", pack(optimizer_.gains)},
                  {"nearest", nearest_}};
    if (answered_ != stage::count) state.update(to_json(division_));
    return state;
  }

 private:
  Matrix reference_coordinates(const Json& message) const {
    return matrix_field(message, "reference_places", problem_.reference_points,
                        problem_.parameters.no_dims, coordinator_message_name);
  }

  /// Places the site's points, and counts those of which each reference point is the nearest.
  SiteAnswer count(const Matrix& reference) {
    check_start(problem_.parameters, problem_.read_points().reference, reference);
    coordinates_ = initial_own_coordinates(problem_, reference);
    optimizer_ = tsne::OptimizerState::at_rest(coordinates_.rows(), coordinates_.cols());
    nearest_ = nearest_reference_points(coordinates_, reference);
    return sums({members_name, members_bound, to_matrix(own_members()), true});
  }

  SiteAnswer first_veto(const Json& message, const Matrix& reference) {
    const SumTerm shape{members_name, members_bound,
                        Matrix::Zero(problem_.reference_points, kinds_of_members)};
    division_.members = counts_from(problem_.verified_sum(
        field(message, members_name, coordinator_message_name), shape));
    division_.cells =
        merged_cells(reference, division_.members, problem_.parameters.least_members);
    return veto();
  }

  SiteAnswer veto_again(const Json& message, const Matrix& reference) {
    division_.cells = merged_further(division_.cells, vetoed(message), reference,
                                     division_.members, problem_.parameters.least_members);
    return veto();
  }

  /// The site's word on the cells as they are.
  SiteAnswer veto() const {
    Matrix vetoes(division_.cells.count, 1);
    const std::vector<bool> against = own_vetoes();
    std::copy(against.begin(), against.end(), vetoes.data());
    return sums({vetoes_name, 1, vetoes});
  }

  std::vector<bool> own_vetoes() const {
    return shows_few_others(division_.cells, division_.members, own_members(),
                            problem_.parameters.least_members);
  }

  /// Which cells some site vetoes. @throws MessageError when this site's own are not among them
  std::vector<bool> vetoed(const Json& message) const {
    const Matrix vetoes = matrix_field(message, vetoes_name, division_.cells.count, 1,
                                       coordinator_message_name);
    const std::vector<bool> against = own_vetoes();
    std::vector<bool> result;
    for (std::size_t cell = 0; cell < against.size(); ++cell) {
      result.push_back(vetoes(static_cast<Index>(cell)) > 0);
      if (against[cell] && !result.back()) {
        throw MessageError("the remote's message: vetoes leaves out this site's");
      }
    }
    return result;
  }

  SiteAnswer start(const Json& message, const Matrix& reference) {
    const std::vector<bool> against = vetoed(message);
    if (std::find(against.begin(), against.end(), true) != against.end()) {
      throw MessageError("the remote's message: the map cannot start with cells that are vetoed");
    }
    return cell_terms(cell_centres(reference, division_.cells));
  }

  SiteAnswer descend(const Json& message, const Matrix& reference) {
    const int last = iterations(problem_.parameters) - 1;
    if (integer_field(message, "iteration", 0, last, coordinator_message_name) != iteration_) {
      throw MessageError("the remote's message: iteration is not the one expected");
    }
    const Matrix centres = cell_centres(reference, division_.cells);
    const JointStep step =
        joint_step(problem_.parameters.schedule, iteration_, federation_size().points);
    const SiteGradient gradient =
        site_gradient(affinities(), coordinates_, reference, others(message, centres),
                      step.exaggeration);
    iterate(coordinates_, optimizer_, gradient.own, step);
    ++iteration_;
    SiteAnswer answer = cell_terms(centres);
    answer.sums.push_back({gradient_name, gradient_bound, gradient.on_reference});
    return answer;
  }

  /// What stands for the other sites' points.
  tsne::WeightedPoints others(const Json& message, const Matrix& centres) const {
    CellSums sums = parse_cell_sums(message, "cells", centres.rows(), centres.cols(),
                                    coordinator_message_name);
    sums -= cell_sums(coordinates_, own_cells(), centres);
    return standing_for(division_.in_cells() - counts_of(own_cells(), centres.rows()), sums,
                        centres, iteration_);
  }

  SiteAnswer cell_terms(const Matrix& centres) const {
    const CellSums own = cell_sums(coordinates_, own_cells(), centres);
    SiteAnswer answer = sums({sums_name, sums_bound, own.sums});
    answer.sums.push_back({products_name, products_bound, own.products});
    return answer;
  }

  /// The site's part of P, as this iteration exaggerates it.
  tsne::Affinities affinities() const {
    const Parameters& given = problem_.parameters;
    const FederationSize size = federation_size();
    tsne::Affinities part = problem_.disk_cache.affinities(
        [&] {
          const SitePoints points = problem_.read_points();
          const Vector shares =
              shares_at_site(tsne::affinities_over_reference(points.own, points.reference),
                             own_cells(), division_.cells, division_.in_cells());
          return site_part_of_shares(points, shares, given.perplexity, size);
        },
        "joint " + std::to_string(size.sites) + ' ' + sha256(to_json(division_).dump()));
    const double e = site_exaggeration(given.site_exaggeration, iteration_, iterations(given));
    return with_exaggerated_site(std::move(part), coordinates_.rows(), size.points, e);
  }

  FederationSize federation_size() const {
    return {problem_.reference_points + division_.members.front().sum(), problem_.sites};
  }

  CellNumbers own_cells() const { return in_cells(nearest_, division_.cells); }

  std::vector<Counts> own_members() const {
    const Counts own = counts_of(nearest_, problem_.reference_points);
    return {own, problem_.shares_coordinates ? Counts::Zero(own.size()).eval() : own};
  }

  static SiteAnswer sums(SumTerm term) { return {Json::object(), {std::move(term)}}; }

  SiteProblem problem_;
  std::string answered_;  ///< the stage of the last message; "" before the first
  int iteration_ = 0;     ///< iterations made so far
  Matrix coordinates_;
  tsne::OptimizerState optimizer_;
  CellNumbers nearest_;  ///< of the site's points, where the map started
  Division division_;
};

class JointCoordinator final : public CoordinatorMethod {
 public:
  JointCoordinator(CoordinatorProblem problem, const Json& state) : problem_(std::move(problem)) {
    const Index points = problem_.reference_points;
    const auto dimensions = problem_.parameters.no_dims;
    if (state.is_null()) {
      reference_ = initial_reference_coordinates(problem_);
      optimizer_ = tsne::OptimizerState::at_rest(points, dimensions);
      return;
    }
    stage_ = text_field(state, "stage", coordinator_cache_name);
    preparations_ = static_cast<int>(
        integer_field(state, "preparations", 0, max_preparations, coordinator_cache_name));
    iteration_ = static_cast<int>(integer_field(
        state, "iteration", 0, iterations(problem_.parameters), coordinator_cache_name));
    reference_ = matrix_field(state, "places", points, dimensions, coordinator_cache_name);
    optimizer_ = optimizer_state(state, points, dimensions, coordinator_cache_name);
    if (stage_ == stage::count) return;
    division_ = parse_division(state, points, coordinator_cache_name);
    handed_on_ = field(state, "handed_on", coordinator_cache_name);
    if (stage_ == stage::iterate) {
      sums_ = parse_cell_sums(state, "sums", division_.cells.count, dimensions,
                              coordinator_cache_name);
    }
  }

  Json message() const override {
    Json message = {{"stage", stage_}, {"reference_places", pack(reference_)}};
    if (stage_ == stage::veto || stage_ == stage::start) message.update(handed_on_);
    if (stage_ == stage::iterate) {
      message["iteration"] = iteration_;
      message["cells"] = to_json(sums_);
    }
    return message;
  }

  void combine(const SiteAnswers& answers) override {
    if (stage_ == stage::iterate) {
      move_reference(answers);
      return;
    }
    ++preparations_;
    if (stage_ == stage::count) {
      divide(answers);
    } else if (stage_ == stage::veto) {
      take_vetoes(answers);
    } else {
      sums_ = cell_sums_of(answers);
      stage_ = stage::iterate;
    }
  }

  int rounds() const override {
    int to_come = 0;
    if (stage_ == stage::count) to_come = 3;
    if (stage_ == stage::veto) to_come = 2;
    if (stage_ == stage::start) to_come = 1;
    return preparations_ + to_come + iterations(problem_.parameters);
  }

  Matrix reference_coordinates() const override { return reference_; }

  Json state() const override {
    Json state = {{"stage", stage_},
                  {"preparations", preparations_},
                  {"iteration", iteration_},
                  {"places", pack(reference_)},
                  {"velocity", pack(optimizer_.velocity)},
                  {"gains", pack(optimizer_.gains)}};
    if (stage_ == stage::count) return state;
    state.update(to_json(division_));
    state["handed_on"] = handed_on_;
    if (stage_ == stage::iterate) state["sums"] = to_json(sums_);
    return state;
  }

 private:
  void divide(const SiteAnswers& answers) {
    division_.members = counts_from(
        answers.sum(members_name, problem_.reference_points, kinds_of_members, members_bound));
    division_.cells =
        merged_cells(reference_, division_.members, problem_.parameters.least_members);
    handed_on_ = {{members_name, answers.masked_terms(members_name)}};
    stage_ = stage::veto;
  }

  void take_vetoes(const SiteAnswers& answers) {
    const Matrix vetoes = answers.sum(vetoes_name, division_.cells.count, 1, 1);
    handed_on_ = {{vetoes_name, pack(vetoes)}};
    if (vetoes.isZero()) {
      stage_ = stage::start;
      return;
    }
    if (preparations_ == max_preparations) {
      throw InputError("the sites cannot agree on cells with enough subjects in each");
    }
    std::vector<bool> vetoed;
    for (const double votes : vetoes.reshaped()) vetoed.push_back(votes > 0);
    division_.cells = merged_further(division_.cells, vetoed, reference_, division_.members,
                                     problem_.parameters.least_members);
  }

  CellSums cell_sums_of(const SiteAnswers& answers) const {
    const Index cells = division_.cells.count;
    const Index dimensions = reference_.cols();
    return {answers.sum(sums_name, cells, dimensions, sums_bound),
            answers.sum(products_name, cells, products_of(dimensions), products_bound)};
  }

  void move_reference(const SiteAnswers& answers) {
    const Matrix centres = cell_centres(reference_, division_.cells);
    const Counts members = division_.in_cells();
    const Matrix slope = reference_gradient(
        answers.sum(gradient_name, reference_.rows(), reference_.cols(), gradient_bound),
        reference_, standing_for(members, sums_, centres, iteration_));
    iterate(reference_, optimizer_, slope,
            joint_step(problem_.parameters.schedule, iteration_,
                       reference_.rows() + members.sum()));
    sums_ = moved_to(cell_sums_of(answers), members, centres,
                     cell_centres(reference_, division_.cells));
    ++iteration_;
  }

  CoordinatorProblem problem_;
  std::string stage_ = stage::count;  ///< what the next message asks for
  int preparations_ = 0;              ///< rounds made before the first iteration
  int iteration_ = 0;
  Matrix reference_;
  tsne::OptimizerState optimizer_;  ///< of the reference
  Division division_;
  Json handed_on_;  ///< what the sites are told of each other's counts or vetoes
  CellSums sums_;   ///< of all sites, about the cells' centres
};

class Joint final : public Method {
 public:
  std::string name() const override { return "joint"; }
  int iterations() const override { return joint_iterations; }

  std::vector<SentField> sent_fields() const override {
    return {
        {phase::embed, members_name, Shows::sums,
         "N_s × 2, of how many of its subjects each reference point is the nearest, where the map "
         "starts; and again, 0 without exception at a site that shares its places",
         "the sums over the sites, which every site adds up itself", true},
        {phase::embed, vetoes_name, Shows::sums,
         "cells × 1: 1 for each cell in which other sites have at least one and fewer than "
         "`least_members` subjects, else 0",
         "how many sites veto a cell", true},
        {phase::embed, sums_name, Shows::sums,
         "cells × m, the sum of the places of each cell's members, less the cell's centre",
         "sums over at least `least_members` subjects; every site is told them", true},
        {phase::embed, products_name, Shows::sums,
         "cells × m(m + 1)/2, the sums of the products of these", "likewise", true},
        {phase::embed, gradient_name, Shows::sums,
         "N_s × m, how its points and its share of the reference pull and push each reference point",
         "the sum over the sites: it depends on every subject", true},
        kl_divergence_field()};
  }

  std::string making(const Parameters& parameters) const override {
    return "The map was made with method joint: one t-SNE of all sites' subjects and the reference "
           "in which subjects of different sites draw each other near only through the reference, "
           "and see each other only as cells of at least " +
           counted(parameters.least_members, "subject") + ", in " +
           counted(federated::iterations(parameters), "iteration") + ".";
  }

  std::string giving_away() const override {
    return "This method gives no guarantee of privacy: what leaves the sites in its rounds are sums "
           "over all of them, which depend on every subject.";
  }

  std::optional<PrivacyPlan> privacy_plan(const Parameters& /*parameters*/) const override {
    return std::nullopt;
  }

  std::unique_ptr<SiteMethod> site(SiteProblem problem, const Json& state) const override {
    return std::make_unique<JointSite>(std::move(problem), state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                 const Json& state) const override {
    return std::make_unique<JointCoordinator>(std::move(problem), state);
  }
};

}  // namespace

const Method& joint() {
  static const Joint method;
  return method;
}

}  // namespace dsne::federated
