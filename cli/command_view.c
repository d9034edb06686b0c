/* trammel view: a page with the moving mechanism (page_command.c does it). */
#include "page.h"

static int run(int count, char **arguments) { return page_command(&command_view, PAGE_VIEW, count, arguments); }

const Command command_view = {
    .name = "view",
    .summary = "write a page that shows the mechanism in motion",
    .usage = "view FILE.h5|MODEL.yaml [-o FILE.html] [--force] [--open] [--frames N] [--plots A,B,...]",
    .help =
        "Writes one HTML file that a double click opens: the mechanism in 3D (play, scrub, camera, parts), beams\n"
        "coloured by internal force or strain, mode shapes, and plots of any channel. It needs no network.\n"
        "Of a model it shows the geometry, before anything is computed: assembled where that is possible, else as it\n"
        "is written, and what stands against it.\n\n"
        "  -o, --output FILE   the page; by default the result's name with .html, in the current folder\n"
        "  -f, --force         replace the page if it exists\n"
        "      --open          show it in the browser\n"
        "      --frames N      at most N positions of the mechanism; by default as many as keep the page small\n"
        "  -p, --plots A,B     channels that are plotted at first\n\n"
        "examples:\n"
        "  trammel view pendulum.yaml --open\n"
        "  trammel view pendulum.h5 --open\n"
        "  trammel view crank.h5 -o crank.html --plots crank.phi,energy.total\n",
    .run = run,
};
