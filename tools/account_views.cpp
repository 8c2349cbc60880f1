#include "tools/account_views.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "privacy/protection.h"
#include "tools/published_figure.h"

namespace dsne::tools {
namespace {

constexpr int bound_digits = 6;
constexpr const char* published_name = "published figure (does not hold)";
constexpr const char* neighbours =
    "replace-one: two data sets that differ in the record of one subject of the site";
constexpr const char* holds_while =
    "no more than dp_colluding sites collude with the coordinator, and the others are real";
constexpr const char* silent_worth =
    "Complete protection: while places are not shared, nothing that depends on a subject's record "
    "leaves the site (its number of subjects and the features' names are public).";

/// A number that was given, as it was given.
std::string given(double value) {
  std::ostringstream text;
  text << std::setprecision(10) << value;
  return text.str();
}

privacy::ApproximateDp guarantee_of(const PrivacyAccount& account) {
  return {account.epsilon(), account.setting.delta};
}

std::string fact(const std::string& name, const std::string& value) {
  std::ostringstream line;
  line << std::left << std::setw(13) << name << value << '\n';
  return line.str();
}

std::string noise(const PrivacySetting& setting) {
  const std::string kind = setting.method.discrete ? "discrete Gaussian" : "Gaussian";
  if (!setting.sigma) return kind + ", the least that is enough";
  return kind + ", sigma " + given(*setting.sigma) + " (sigma^2 " +
         given(*setting.sigma * *setting.sigma) + ")";
}

std::string heading(const PrivacySetting& setting) {
  return fact("Method", std::string(setting.method.name)) +
         fact("Releases", std::to_string(setting.releases) + ", each " +
                              std::string(setting.method.each) + ", of sensitivity " +
                              privacy::rounded_up(setting.method.sensitivity, bound_digits)) +
         fact("Noise", noise(setting)) +
         (setting.epsilon ? fact("Wanted", "epsilon " + given(*setting.epsilon)) : "") +
         fact("delta", given(setting.delta)) + fact("Neighbours", neighbours) +
         (setting.method.shared ? fact("Holds while", holds_while) : "");
}

using Row = std::vector<std::string>;

Row row_of(const AccountantFigure& figure, bool wanted_epsilon, bool best) {
  Row row{best ? "*" : " ", std::string(figure.accountant->name)};
  if (!wanted_epsilon) {
    row.push_back(privacy::rounded_up(*figure.epsilon, bound_digits));
  } else if (figure.sigma) {
    row.push_back(privacy::rounded_up(*figure.sigma, bound_digits));
    row.push_back(privacy::rounded_up(*figure.sigma * *figure.sigma, bound_digits));
  } else {
    row.insert(row.end(), {"none", "none"});
  }
  row.emplace_back(figure.accountant->description);
  return row;
}

/// Mark and name to the left, numbers to the right, the last column as it is.
std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::ostringstream text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      text << (i < 2 ? std::left : std::right) << std::setw(static_cast<int>(widths[i])) << row[i]
           << (i == 0 ? " " : "  ");
    }
    text << row.back() << '\n';
  }
  return text.str();
}

std::string table(const PrivacyAccount& account) {
  const bool wanted = account.setting.epsilon.has_value();
  std::vector<Row> rows{wanted ? Row{" ", "accountant", "sigma", "sigma^2", "what it is"}
                               : Row{" ", "accountant", "epsilon", "what it is"}};
  for (std::size_t i = 0; i < account.figures.size(); ++i) {
    rows.push_back(row_of(account.figures[i], wanted, i == account.best));
  }
  return aligned(rows) + "* the best; all of these hold.\n";
}

std::string published_text(const PrivacyAccount& account) {
  if (!account.published) return "";
  return "\n" + std::string(published_name) + ": " +
         privacy::rounded_up(*account.published, bound_digits) +
         ", by the DP-dSNE paper's equation 13\nwith b_max = " + given(*account.setting.b_max) +
         " and sigma = " + privacy::rounded_up(account.sigma(), bound_digits) +
         ". It is no epsilon and promises nothing.\n";
}

std::string remarks(const PrivacySetting& setting) {
  std::string text =
      "This is for one run at one site: further runs with the same subjects add to it. Choose\n"
      "delta far below one over the number of subjects.\n";
  if (!setting.method.discrete) {
    text +=
        "No accountant counts that this method's noise is in floating point, which can show "
        "more.\n";
  }
  return text;
}

/// Some 60 numbers of releases from 1 to `last`, closer together at the start, where ε rises fast.
std::vector<std::int64_t> sampled_releases(std::int64_t last) {
  constexpr int samples = 60;
  std::vector<std::int64_t> result;
  for (int i = 0; i <= samples; ++i) {
    const double share = static_cast<double>(i) / samples;
    const auto next =
        1 + static_cast<std::int64_t>(std::floor(static_cast<double>(last - 1) * share * share));
    if (result.empty() || next > result.back()) result.push_back(next);
  }
  return result;
}

/// What a function tells after each of these numbers of releases.
template <typename Function>
Json after_each(const std::vector<std::int64_t>& counts, const Function& function) {
  Json values = Json::array();
  for (const std::int64_t count : counts) values.push_back(function(count));
  return values;
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json protection_json(std::string_view level, const std::string& sentence) {
  return {{"level", level}, {"sentence", sentence}};
}

}  // namespace

std::string account_text(const PrivacyAccount& account) {
  return heading(account.setting) + "\n" + table(account) + published_text(account) + "\n" +
         privacy::protection_sentence(guarantee_of(account)) + "\n\n" + remarks(account.setting);
}

Json account_json(const PrivacyAccount& account) {
  const PrivacySetting& setting = account.setting;
  Json figures = Json::array();
  for (const AccountantFigure& figure : account.figures) {
    figures.push_back({{"name", figure.accountant->name},
                       {"description", figure.accountant->description},
                       {"epsilon", number_or_null(figure.sigma ? figure.epsilon : std::nullopt)},
                       {"sigma", number_or_null(figure.sigma)}});
  }
  const privacy::ApproximateDp guarantee = guarantee_of(account);
  Json json{{"method", setting.method.name},
            {"releases", setting.releases},
            {"sensitivity", setting.method.sensitivity},
            {"noise", setting.method.discrete ? "discrete_gaussian" : "gaussian"},
            {"neighbours", neighbours},
            {"delta", setting.delta},
            {"epsilon", account.epsilon()},
            {"sigma", account.sigma()},
            {"best", account.figures[account.best].accountant->name},
            {"accountants", std::move(figures)},
            {"protection", protection_json(privacy::name_of(privacy::protection(guarantee)),
                                           privacy::protection_sentence(guarantee))}};
  if (setting.method.shared) json["holds_while"] = holds_while;
  if (account.published) {
    json["published_figure"] = {
        {"value", *account.published}, {"b_max", *setting.b_max}, {"holds", false}};
  }
  return json;
}

Json account_curves_json(const PrivacyAccount& account) {
  const PrivacySetting& setting = account.setting;
  const privacy::GaussianMechanism each(setting.method.sensitivity, account.sigma());
  const auto counts = sampled_releases(std::max<std::int64_t>(setting.releases, 10));
  Json json = account_json(account);
  json["curves"] = {{"releases", counts}, {"epsilon", Json::object()}};
  for (const AccountantFigure& figure : account.figures) {
    const privacy::Accountant& accountant = *figure.accountant;
    json["curves"]["epsilon"][std::string(accountant.name)] = after_each(
        counts, [&](std::int64_t n) { return accountant.epsilon(each, n, setting.delta); });
  }
  if (account.published) {
    json["curves"]["published_figure"] = after_each(counts, [&](std::int64_t n) {
      return published_figure(*setting.b_max, account.sigma(), n, setting.delta);
    });
  }
  return json;
}

std::string nothing_released_text(const std::string& method) {
  return fact("Method", method) + fact("Releases", "none") + fact("Neighbours", neighbours) +
         fact("epsilon", "0") + fact("delta", "0") + "\n" + silent_worth + "\n";
}

Json nothing_released_json(const std::string& method) {
  return {{"method", method},
          {"releases", 0},
          {"neighbours", neighbours},
          {"delta", 0},
          {"epsilon", 0},
          {"protection",
           protection_json(privacy::name_of(privacy::Protection::complete), silent_worth)}};
}

}  // namespace dsne::tools
