#include "summary/shared_file.h"

#include <boost/algorithm/string/trim.hpp>
#include <boost/filesystem/operations.hpp>
#include <cstddef>
#include <fstream>
#include <regex>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"
#include "data/formats/npy.h"
#include "data/table.h"
#include "summary/summary.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

constexpr std::string_view csv_mark = "row,subjects,";
constexpr std::string_view npy_mark = "\x93NUMPY";
constexpr std::size_t longest_nothing = 100;

const char* const first_column = "subjects";
const char* const last_column = "excluded";

bool is_nothing(const std::string& text) {
  return text.size() <= longest_nothing && boost::algorithm::trim_copy(text) == "{}";
}

Names columns_of(const Summary& summary) {
  Names names = {first_column};
  names.insert(names.end(), summary.measures.begin(), summary.measures.end());
  if (summary.excluded) names.emplace_back(last_column);
  return names;
}

std::string summary_npz(const Summary& summary) {
  std::vector<data::NamedArray> arrays = {{"columns", data::npy_of(columns_of(summary))},
                                          {"rows", data::npy_of(rows_with_spread(summary))}};
  if (!summary.site.empty()) arrays.push_back({"site", data::npy_of(Names{summary.site})});
  return data::npz_of(arrays);
}

/// Takes a summary from its rows and the spread below them.
/// @param all      the columns of summary_csv but `row`
/// @param excluded whether the last column is the share of excluded scans
Summary summary_of_array(const Matrix& all, Names measures, bool excluded,
                         const std::string& input) {
  const Index rows = all.rows() - 1;
  const Index columns = all.cols() - (excluded ? 2 : 1);
  if (rows < 1 || columns < 1) throw InputError(input + " has no row or no measure");
  if (std::ssize(measures) != columns) {
    throw InputError(input + ": the names do not fit the array");
  }
  if (all(rows, 0) != 0 || (excluded && all(rows, columns + 1) != 0)) {
    throw InputError(input + ": the last row is not the spread");
  }
  Summary summary;
  summary.measures = std::move(measures);
  check_measures(summary.measures, input);
  take_rows(summary, all, excluded);
  summary.array = true;
  check_summary(summary, input);
  return summary;
}

Summary parse_summary_npz(const std::string& text, const std::string& input) {
  const InputError other(input + " is a .npz, but not as dsne summarize writes it");
  const auto arrays = data::arrays_in_npz(text);
  if (!arrays || arrays->size() < 2 || arrays->size() > 3) throw other;
  std::istringstream stream((*arrays)[1].npy);
  if (!data::is_npy(stream)) throw other;
  const Matrix all = data::read_npy(stream, input);
  auto names = data::names_in_npy(arrays->front().npy, static_cast<std::size_t>(all.cols()));
  if (!names || names->front() != first_column) throw other;
  const bool excluded = names->back() == last_column;
  names->erase(names->begin());
  if (excluded) names->pop_back();
  Summary summary = summary_of_array(all, *std::move(names), excluded, input);
  if (arrays->size() == 3) {
    const auto site = data::names_in_npy(arrays->back().npy, 1);
    if (!site || !is_site_name(site->front())) throw other;
    summary.site = site->front();
  }
  if (summary_npz(summary) != text) throw other;
  return summary;
}

}  // namespace

fs::path earlier_names(const fs::path& array) {
  return array.parent_path() / (array.stem().string() + "_names.json");
}

std::string shared_text(const Summary& summary) {
  return summary.array ? summary_npz(summary) : summary_csv(summary);
}

Summary parse_shared_text(const std::string& text, const std::string& input) {
  if (text.size() > largest_summary) throw InputError(input + " is too large for a summary");
  return data::is_npz(text) ? parse_summary_npz(text, input) : parse_summary_csv(text, input);
}

std::optional<Summary> read_shared_summary(const fs::path& file, const std::string& input) {
  const std::string text = read_file(file, input);
  if (is_nothing(text)) return std::nullopt;
  if (std::string_view(text).starts_with(npy_mark)) {
    throw InputError(input +
                     " is a .npy of an earlier version: run dsne summarize once more with the data "
                     "and the folder where it is kept, and bring the summary.npz that this makes "
                     "of it");
  }
  return parse_shared_text(text, input);
}

bool begins_like_summary(const fs::path& file) {
  constexpr std::size_t name_at = 30;  // in a zip
  constexpr std::string_view name = "columns.npy";
  boost::system::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  std::string start(name_at + name.size(), '\0');
  std::ifstream in(file.string(), std::ios::binary);
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (data::is_npz(start)) return std::string_view(start).substr(name_at) == name;
  if (start.starts_with(npy_mark)) return fs::exists(earlier_names(file));
  // A spreadsheet may have saved it again.
  static const std::regex header(R"((\xef\xbb\xbf)?"?row"?[,;\t]"?subjects"?[,;\t].*)");
  return std::regex_match(start.substr(0, start.find_first_of(std::string("\r\n\0", 3))), header);
}

std::string message_text(const std::string& shared) {
  if (!data::is_npz(shared)) return shared;
  return to_base64(std::as_bytes(std::span(shared)));
}

std::string shared_text_in_message(const std::string& message, const std::string& input) {
  if (message.starts_with(csv_mark)) return message;
  const InputError other(input + " is not a summary");
  if (message.size() < 4) throw other;
  const std::size_t padding = message.ends_with("==") ? 2 : message.ends_with('=') ? 1 : 0;
  std::string text(message.size() / 4 * 3 - padding, '\0');
  if (!from_base64(message, std::as_writable_bytes(std::span(text)))) throw other;
  return text;
}

Summary parse_earlier_array(const std::string& array, const std::string& names,
                            const std::string& input) {
  const auto json = parse_json(names);
  std::istringstream stream(array);
  if (!json || !json->is_object() || !json->contains("measures") || !data::is_npy(stream)) {
    throw InputError(input + " is not a summary");
  }
  const Matrix all = data::read_npy(stream, input);
  const bool excluded = json->value("excluded", false);
  const Json& measures = json->at("measures");
  const auto count = static_cast<std::size_t>(all.cols() - (excluded ? 2 : 1));
  return summary_of_array(all,
                          measures.is_array() ? measures.get<Names>() : data::numbered_names(count),
                          excluded, input);
}

}  // namespace dsne::summary
