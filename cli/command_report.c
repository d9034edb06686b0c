/* trammel report: a page that shows a run in plots and numbers (page_command.c does it). */
#include "page.h"

static int run(int count, char **arguments) { return page_command(&command_report, PAGE_REPORT, count, arguments); }

const Command command_report = {
    .name = "report",
    .summary = "write a page that sums up a run or a study",
    .usage = "report FILE.h5 [-o FILE.html] [--force] [--open] [--frames N] [--plots A,B,...]",
    .help =
        "Writes one HTML file, to be read or printed: what the model consists of, what the model doctor found, the\n"
        "energy ledger, step sizes, plots, the 3D view, and the model's text. Of the table of a study: what varied,\n"
        "figures over the samples, what failed and why, and how to repeat it. It needs no network.\n\n"
        "  -o, --output FILE   the page; by default the result's name with -report.html, in the current folder\n"
        "  -f, --force         replace the page if it exists\n"
        "      --open          show it in the browser\n"
        "      --frames N      at most N positions of the mechanism in the 3D view\n"
        "  -p, --plots A,B     channels to plot; by default those of the model's outputs and of its joints\n\n"
        "examples:\n"
        "  trammel report pendulum.h5 --open\n"
        "  trammel report lengths.h5 --plots vary.L,collect.peak\n"
        "  trammel report crank.h5 --plots crank.phi,pin.force.x,pin.force.y\n",
    .run = run,
};
