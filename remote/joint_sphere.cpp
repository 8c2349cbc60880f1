#include "remote/joint_sphere.h"

#include "core/phrases.h"
#include "methods/method.h"
#include "remote/joint_page.h"
#include "remote/measures.h"
#include "report/measures_table.h"
#include "report/sphere_page.h"
#include "sentences/privacy_note.h"

namespace dsne::remote {

Files sphere_files(const sphere::GroupSphere& group, const RemoteRun& run) {
  const methods::Method& method = methods::find_method(run.parameters.method);
  report::SpherePage page;
  page.title = sentences::marked_title("All sites' brain network on a sphere", run.parameters);
  page.headline = headline(run, ", " + counted(std::ssize(group.regions), "region"));
  page.sentences = {method.description(run.parameters)};
  for (const std::string& sentence : report::sphere_sentences(group)) {
    page.sentences.push_back(sentence);
  }
  page.sentences.push_back(sentences::privacy_sentence(run.parameters, false));
  page.files = {{"sphere.csv", "the regions' places"},
                {"measures.csv", "which measures count, and which sites lack some"},
                {"result.json", "all that was found, and the run's settings"}};
  if (auto table = report::measures_table(shown_measures(run), run.is_on_summaries())) {
    page.tables.push_back(std::move(*table));
  }
  page.group = group;
  return {{"joint/sphere.csv", report::sphere_csv(group), "joint/sphere.csv"},
          {"joint/index.html", report::sphere_page_html(page), "the joint report"}};
}

}  // namespace dsne::remote
