/// report.html: what it has, after every end of a run, and that browsers show it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/programs/checkpoint_setup.hpp"
#include "tests/support/programs/running_program.hpp"
#include "tests/support/programs/well_formed.hpp"

namespace dgsolve::test {
namespace {

std::string report_of(const std::filesystem::path& results) { return read_text(results / "report.html"); }

TEST(Report, of_a_failed_run_says_why_and_has_the_warnings) {
  const CaseRun run(cavity, {coarse, "order=2", "time={final: 20, dt: 0.5}", "title=<script>&"});
  EXPECT_EQ(run.program.status, 1);
  const std::string html = report_of(run.results);
  expect_stands_alone(html);
  expect_parts(html, {">failed</span>", "the energy grew from", "beyond the stability limit",
                      "<h1>&lt;script&gt;&amp;</h1>"});

  const CaseRun unsolved(shipped_cases / "poisson_lshape/case.yaml", {"solver.max_iterations=3"});
  EXPECT_EQ(unsolved.program.status, 1);
  expect_stands_alone(report_of(unsolved.results));
  expect_parts(report_of(unsolved.results),
               {">failed</span>", "the solver did not converge", "Convergence of the"});
}

TEST(Report, of_an_interrupted_run_says_so_and_a_restarted_one_has_the_whole_energy_curve) {
  const std::vector<std::string> settings = {coarse, "order=2", "time.final=2"};
  std::vector<std::string> limited = settings;
  limited.push_back("time.wall_limit=1e-9");
  const CaseRun run(cavity, limited);
  ASSERT_EQ(run.program.status, 3) << run.program.errors;
  expect_parts(report_of(run.results), {">interrupted</span>", "stopped by", "--restart goes on from"});
  const ProgramResult rest = go_on(run, cavity, settings);
  ASSERT_EQ(rest.status, 0) << rest.errors;
  const std::string html = report_of(run.results);
  expect_parts(html, {">completed</span>"});
  // The curve begins at the left end of its picture, at t = 0.
  EXPECT_NE(html.find("aria-label=\"Energy over time: energy over time\""), std::string::npos);
  const std::size_t curve = html.find("<path d=\"M60.0 ", html.find("Energy over time"));
  EXPECT_LT(curve, html.find("</figure>", html.find("Energy over time")));
}

TEST(Report, of_a_flow_with_shocks_has_a_map_of_its_limiter) {
  const CaseRun run(shipped_cases / "sod/case.yaml", {"mesh.parameters.h=0.1", "time.final=0.1"});
  ASSERT_EQ(run.program.status, 0) << run.program.errors;
  expect_stands_alone(report_of(run.results));
  expect_parts(report_of(run.results), {"<h2>Limiter</h2>", "% of the cells", "Strength of the limiter"});
}

/// Appended to a copy of a page: tells the page around it how wide it is, what sticks out of it, and which
/// words of its pictures are cut or lie on others. A word's box is taller than its letters.
constexpr const char* measurement = R"(<script>
const root = document.documentElement;
const wide = [...document.querySelectorAll('body *')].filter(
  e => e.getBoundingClientRect().right > root.clientWidth + 1);
const crowded = [...document.querySelectorAll('svg.chart')].flatMap(svg => {
  const picture = svg.getBoundingClientRect();
  const words = [...svg.querySelectorAll('text')].map(e => ({text: e.textContent, box: e.getBoundingClientRect()}));
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom - 2 && b.top + 2 < a.bottom - 2;
  return words.filter((w, i) => w.box.left < picture.left || w.box.right > picture.right ||
                                w.box.top < picture.top - 2 || w.box.bottom > picture.bottom + 2 ||
                                words.some((other, j) => j < i && over(w.box, other.box)));
});
parent.postMessage('width ' + root.clientWidth + ' needed ' + root.scrollWidth + ' outside ' +
                   wide.map(e => e.tagName + ':' + e.textContent.slice(0, 40)) + ' crowded ' +
                   crowded.map(w => w.text), '*');
</script></body>)";

/// A page as wide as a screen, in a browser whose own window may not be so narrow: what it tells of itself.
std::string shown_in_browser(std::string html, int width, const std::filesystem::path& folder) {
  html.replace(html.find("</body>"), 7, measurement);
  std::ofstream(folder / "page.html") << html;
  std::ofstream(folder / "frame.html")
      << "<title>nothing</title><script>onmessage = e => { document.title = e.data; }</script>"
         "<iframe src=\"page.html\" style=\"border: 0; height: 5000px; width: "
      << width << "px\"></iframe>";
  const std::string command =
      "chromium --headless --no-sandbox --disable-gpu --enable-logging=stderr --hide-scrollbars "
      "--virtual-time-budget=5000 --dump-dom --user-data-dir=" +
      shell_quoted(folder / "profile") + " file://" + shell_quoted(folder / "frame.html") + " > " +
      shell_quoted(folder / "dom.html") + " 2> " + shell_quoted(folder / "log.txt");
  EXPECT_EQ(std::system(command.c_str()), 0) << read_text(folder / "log.txt");
  const std::string log = read_text(folder / "log.txt");
  EXPECT_EQ(log.find("CONSOLE"), std::string::npos) << log;
  const std::string dom = read_text(folder / "dom.html"), begin = "<title>";
  const std::size_t title = dom.find(begin) + begin.size();
  return dom.substr(title, dom.find("</title>") - title);
}

TEST(Report, fits_phones_and_desktops_in_a_browser_without_a_word_on_its_console) {
  if (std::system("command -v chromium > /dev/null") != 0)
    GTEST_SKIP() << "there is no chromium to open it in";
  const std::string name(60, 'w');  // without a place to break it
  const CaseRun wave(cavity, {coarse, "order=2", "title='" + name + "'",
                              "output.probes=[{name: " + name + ", at: [0.5, 0.5]}]"}),
      // Its axes have long numbers.
      short_run(cavity, {coarse, "order=2", "regions.vacuum.sigma=1.5", "exact={}", "time.final=0.012",
                         "initial.Ez=0.245*sin(pi*x)*sin(pi*y)"}),
      field(shipped_cases / "poisson_mms_3d/case.yaml", {"order=1", "mesh.parameters.h=0.5"}),
      shock(shipped_cases / "sod/case.yaml", {"mesh.parameters.h=0.1", "time.final=0.1"});
  const TemporaryFolder folder;
  const std::filesystem::path study = folder.path() / "study";
  run_program({"verify", cavity.string(), "--orders", "1", "--output", study.string(), "--set", coarse,
               "--set", "title=" + name, "--set", "time.final=0.1"},
              folder.path());
  for (const std::filesystem::path& results :
       {wave.results, short_run.results, field.results, shock.results, study})
    for (const int width : {360, 1280}) {
      const std::string w = std::to_string(width);
      EXPECT_EQ(shown_in_browser(report_of(results), width, folder.path()),
                "width " + w + " needed " + w + " outside  crowded ");
    }
}

}  // namespace
}  // namespace dgsolve::test
