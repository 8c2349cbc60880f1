#include "placed_data.h"

#include <algorithm>
#include <random>

#include "data/missing.h"
#include "data/table.h"
#include "joined/joined_tables.h"
#include "methods/embedding/initial_coordinates.h"
#include "run/preprocessing.h"
#include "tsne/tsne.h"

namespace dsne {

using namespace data;
using namespace methods;
using namespace run;
using namespace tsne;

namespace {

using Eigen::Index;
using Rows = std::vector<Index>;

const std::vector<std::string> functional = {"bg_mean", "bg_std",  "efc",     "fber",    "fg_mean",
                                             "fg_std",  "fwhm",    "fwhm_x",  "fwhm_y",  "fwhm_z",
                                             "ghost_x", "ghost_y", "snr",     "dvars",   "gcor",
                                             "mean_fd", "num_fd",  "outlier", "perc_fd", "quality"};

/// Returns every `of`-th row from `first` on.
Rows every(Index of, Index first, Index rows) {
  Rows chosen;
  for (Index row = first; row < rows; row += of) chosen.push_back(row);
  return chosen;
}

PlacedData placed(std::string name, const Matrix& reference, const Matrix& good, const Matrix& bad,
                  const Parameters& parameters) {
  const Preprocessing preprocessing = fit_preprocessing({reference, {}, {}}, parameters);
  const Matrix known = apply(preprocessing, reference);
  PlacedData data;
  data.name = std::move(name);
  data.reference_coordinates =
      reference_embedding({parameters, {}, known.rows(), [&] { return known; }});
  const auto place = [&](const Matrix& scans) {
    return transform(apply(preprocessing, scans), known, data.reference_coordinates);
  };
  data.good = place(good);
  data.bad = place(bad);
  return data;
}

/// A kind of damage to scans.
struct Damage {
  const char* name;
  Matrix (*spoil)(Matrix scans);
};

/// Images of 28 × 28 of which the lower half was not scanned.
Matrix cut_off(Matrix images) {
  images.rightCols(images.cols() / 2).setZero();
  return images;
}

/// Images with noise of 40 % of the largest grey on every pixel.
Matrix noisy(Matrix images) {
  std::mt19937_64 engine(1);
  for (double& pixel : images.reshaped<Eigen::RowMajor>()) {
    // The sum of twelve uniform numbers has variance 1.
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(engine() >> 11) * 0x1p-53;
    pixel = std::clamp(pixel + 102 * sum, 0.0, 255.0);
  }
  return images;
}

void add_mnist(const std::string& folder, std::vector<PlacedData>& all) {
  const Table mnist = read_table(folder + "/mnist/X.npy", "mnist/X.npy", {});
  const Index rows = mnist.values.rows();
  const Matrix reference = mnist.values(every(5, 0, rows), Eigen::all);
  Rows others = every(5, 2, rows);
  for (const Index first : {3, 4}) {
    const Rows more = every(5, first, rows);
    others.insert(others.end(), more.begin(), more.end());
  }
  const Matrix good = mnist.values(others, Eigen::all);
  const Matrix spoilt = mnist.values(every(5, 1, rows), Eigen::all);
  for (const auto& [kind, spoil] : {Damage{"cut off", cut_off}, Damage{"noisy", noisy}}) {
    const Matrix bad = spoil(spoilt);
    Matrix with_bad = reference;
    const Rows replaced = every(50, 0, reference.rows());
    with_bad(replaced, Eigen::all) = spoil(reference(replaced, Eigen::all));
    const std::string name = std::string("MNIST, ") + kind;
    all.push_back(placed(name + ", some in the reference", with_bad, good, bad, Parameters()));
    all.push_back(placed(name + ", none in the reference", reference, good, bad, Parameters()));
  }
}

void add_abide(const std::string& folder, std::vector<PlacedData>& all) {
  const JoinedTables read = read_joined_tables(
      folder + "/abide-qap", {"functional_spatial.csv", "functional_temporal.csv"}, functional);
  Table table;
  table.values = read.values;
  table.columns.resize(read.features.size());
  const RowVector medians = column_medians(table, "the table");
  const Matrix values =
      read.values.array().isNaN().select(medians.replicate(read.values.rows(), 1), read.values);
  const auto motion = std::find(read.features.begin(), read.features.end(), "mean_fd");
  const Vector moved = values.col(motion - read.features.begin());
  std::vector<double> sorted(moved.begin(), moved.end());
  std::sort(sorted.begin(), sorted.end());
  const double limit = quantile(sorted, 0.9);
  Parameters parameters;
  parameters.normalization = Normalization::zscore;
  parameters.initial_dims = 0;
  for (const bool some : {true, false}) {
    Rows reference, good, bad;
    for (Index row = 0; row < values.rows(); ++row) {
      const bool is_bad = moved(row) >= limit;
      Rows& rows = row % 4 == 0 && (some || !is_bad) ? reference : is_bad ? bad : good;
      rows.push_back(row);
    }
    all.push_back(
        placed(std::string("ABIDE, motion, ") + (some ? "some" : "none") + " in the reference",
               values(reference, Eigen::all), values(good, Eigen::all), values(bad, Eigen::all),
               parameters));
    for (const Index row : good) {
      all.back().sites.push_back(read.sites[static_cast<std::size_t>(row)]);
    }
  }
}

}  // namespace

std::vector<PlacedData> place_data(const std::string& folder) {
  std::vector<PlacedData> all;
  add_mnist(folder, all);
  add_abide(folder, all);
  return all;
}

}  // namespace dsne
