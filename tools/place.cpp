#include "tools/place.h"

#include <unistd.h>

#include <boost/filesystem/operations.hpp>
#include <ostream>
#include <utility>

#include "core/digest.h"
#include "core/files.h"
#include "tools/commands.h"
#include "tools/data_options.h"

namespace dsne::tools {
namespace {

constexpr const char* about_place =
    "Puts subjects on an existing map, at the site and without a run.\n\n"
    "With --frame, a site's own subjects on the common map of summaries (dsne map):\n\n"
    "  dsne place --frame frame.json --data group_T1w.tsv --summary /data/dsne\n\n"
    "With --map, new subjects on the map of a finished run, and scores how odd they are. Nothing "
    "of\n"
    "the map moves. Name the site's subjects of the run with --site-data: a new one is then "
    "placed\n"
    "beside those that it resembles, and is odd only if it is unlike them, too. Writes a report,\n"
    "index.html, embedding.csv with the new subjects' ids, positions and scores, and the figures\n"
    "embedding.png and embedding.svg with them on the joint map.\n\n"
    "  dsne place --map output/local0/simulatorRun/joint --data new.csv --id-column subject\n";

Options place_options() {
  const auto text = [](const char* name) { return value<std::string>(name); };
  return with_data_options(
      {option("frame,f", text("FRAME"), "the common map of summaries, as dsne map made it"),
       option("summary", text("FOLDER"),
              "with --frame: the folder where the site keeps its summary and its private file"),
       option("data-set", text("NAME"), "with --summary: the name of the data set"),
       option("settings,s", text("FILE"),
              "with --frame: the site's settings, which say how the data are read"),
       option("verdict-model", text("FILE"),
              "with --frame: the verdict_model.csv that tells what raters elsewhere would exclude"),
       option("map,m", text("JOINT"),
              "the folder joint of the site's output folder, whose reference is used, too"),
       option("data,d", text("FILE"),
              "the new subjects, with the run's features: a file or a folder"),
       option("site-data", text("FILE"),
              "the site's subjects of the run, as they were given to it"),
       option("output,o", text("DIR")->default_value("placed"), "where the results go")});
}

int place(const Values& values, const Console& console) {
  const bool frame = values.count("frame") != 0;
  if (frame == (values.count("map") != 0)) throw UsageError("give either --frame or --map");
  if (frame && values.count("site-data") != 0) throw UsageError("--frame takes no --site-data");
  if (!frame && values.count("summary") + values.count("data-set") + values.count("settings") +
                        values.count("verdict-model") >
                    0) {
    throw UsageError("--summary, --data-set, --settings and --verdict-model need --frame");
  }
  return frame ? place_on_frame(values, console) : place_on_run(values, console);
}

}  // namespace

report::OwnSubjects placed_subjects(const data::Table& subjects, std::size_t site) {
  std::string ids;
  for (const std::string& id : subjects.ids) ids += id + '\n';
  report::OwnSubjects own;
  own.site = site;
  own.ids = subjects.ids;
  own.key = "placed/" + sha256(ids).substr(0, 16);
  return own;
}

void write_placed(const report::Page& page, Files files, const Values& values,
                  const Console& console) {
  const fs::path folder = values["output"].as<std::string>();
  boost::system::error_code error;
  fs::create_directories(folder, error);
  if (error) throw StorageError("cannot make the folder of the results (--output)");
  if (::access(folder.c_str(), W_OK) != 0) {
    throw StorageError("cannot write to the folder of the results (--output)");
  }
  for (File& file : report::files_of(page)) files.push_back(std::move(file));
  write_files(files, folder);
  for (const std::string& sentence : page.sentences) console.out << sentence << '\n';
  console.out << "See " << (folder / "index.html").string() << " and embedding.csv there."
              << std::endl;
}

Command place_command() {
  return {"dsne place",
          "--frame FRAME | --map JOINT, --data FILE [options]",
          "put subjects on a common map or on a finished run's",
          about_place,
          place_options(),
          {},
          {"data"},
          place};
}

}  // namespace dsne::tools
