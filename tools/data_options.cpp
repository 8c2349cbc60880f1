#include "tools/data_options.h"

#include <boost/algorithm/string/join.hpp>

namespace dsne::tools {

namespace po = boost::program_options;

void add_data_options(Options& options) {
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name)->default_value("", "");
  };
  const std::string formats = boost::algorithm::join(data::data_format_names(), ", ");
  options.add_options()("data-format",
                        po::value<std::string>()->value_name("FORMAT")->default_value("auto"),
                        ("what the data come in: " + formats).c_str())(
      "id-column", text("NAME"), "the column of the subjects' ids, which is no feature")(
      "label-column", text("NAME"), "the column of their labels");
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
