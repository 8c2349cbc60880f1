#include "tools/data_options.h"

#include <boost/algorithm/string/join.hpp>

namespace dsne::tools {

Options with_data_options(Options options) {
  const auto text = [](const char* name, const char* otherwise, const char* shown) {
    return value<std::string>(name)->default_value(otherwise, shown);
  };
  const std::string formats = boost::algorithm::join(data::data_format_names(), ", ");
  options.insert(
      options.end(),
      {option("data-format", text("FORMAT", "auto", "auto"), "what the data come in: " + formats),
       option("id-column", text("NAME", "", ""),
              "the column of the subjects' ids, which is no feature"),
       option("label-column", text("NAME", "", ""), "the column of their labels")});
  return options;
}

data::DataFormat data_format_of(const Values& values) {
  if (const auto form = data::data_format_named(values["data-format"].as<std::string>()))
    return *form;
  throw UsageError("--data-format must be one of: " +
                   boost::algorithm::join(data::data_format_names(), ", "));
}

data::TableFormat table_format_of(const Values& values) {
  data::TableFormat format;
  format.id_column = values["id-column"].as<std::string>();
  format.label_column = values["label-column"].as<std::string>();
  return format;
}

}  // namespace dsne::tools
