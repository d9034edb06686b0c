/* Events whose formulas jump by what something else does: stops that throw back, locks, blows, releases, drives and
   loads that jump, signals that are set, reset, sampled or switched. Drawn at random, with all times in closed form: a
   story tells what a few quantities are, piece by piece; events of all directions watch them at random levels, in every
   scheme, with fixed steps from a fiftieth of a piece to longer ones than that, with automatic steps, with and without
   results in between. Each event happens as often as it is to, when it is to; also next to where a step begins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

static const char *const schemes[] = {"energy-preserving, step: %.17g",
                                      "energy-preserving, order: 4, step: %.17g",
                                      "energy-preserving, order: 6, step: %.17g",
                                      "energy-decaying, step: %.17g",
                                      "generalized-alpha, step: %.17g",
                                      "energy-preserving, step: {tolerance: 1e-8, largest: %.17g}",
                                      "energy-decaying, step: {tolerance: 1e-8, largest: %.17g}",
                                      "generalized-alpha, step: {tolerance: 1e-8, largest: %.17g}",
                                      "index-1, step: {tolerance: 1e-10, largest: %.17g}",
                                      "index-1, formulation: relative, step: {tolerance: 1e-10, largest: %.17g}"};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

/* ---- stories ---- */

/* from then on, s, until the next piece: c0 + c1 t + c2 t^2, t since then */
typedef struct Piece {
  double from, c[3];
} Piece;

enum { PIECES = 80, QUANTITIES = 3 };
typedef struct Quantity {
  char formula[100];
  int count;
  Piece pieces[PIECES];
} Quantity;

typedef struct Story {
  char model[900], events[900]; /* what is there but for what is watched */
  double until;
  int count;
  Quantity quantities[QUANTITIES];
} Story;

static void add(Story *story, int quantity, Piece piece) {
  Quantity *q = &story->quantities[quantity];
  if (quantity >= story->count) story->count = quantity + 1;
  assert_true(q->count < PIECES);
  q->pieces[q->count++] = piece;
}

static double at(const Piece *piece, double t) {
  return piece->c[0] + (t - piece->from) * (piece->c[1] + (t - piece->from) * piece->c[2]);
}

/* a place, a velocity and an acceleration from then on: quantities 0 and 1 */
static void add_motion(Story *story, double from, const double motion[3]) {
  add(story, 0, (Piece){from, {motion[0], motion[1], 0.5 * motion[2]}});
  add(story, 1, (Piece){from, {motion[1], motion[2], 0}});
}

/* t later */
static void move(double motion[3], double t) {
  motion[0] += t * (motion[1] + 0.5 * t * motion[2]), motion[1] += t * motion[2];
}

static const char block[] = "gravity: [%.17g, 0, 0], bodies: {b: {mass: %.17g, inertia: 1}}, joints: {way: {type: "
                            "prismatic, between: [ground, b], axis: [1, 0, 0], coordinates: {delta: {start: %.17g, "
                            "rate: %.17g%s}}}}";

static void name_motion(Story *story) {
  snprintf(story->quantities[0].formula, sizeof story->quantities[0].formula, "way.delta");
  snprintf(story->quantities[1].formula, sizeof story->quantities[1].formula, "b.velocity.x");
}

/* s: when a motion comes to a place, INFINITY: never */
static double reaches(const double motion[3], double place) {
  double a = 0.5 * motion[2], b = motion[1], c = motion[0] - place, root = sqrt(b * b - 4 * a * c), least = INFINITY;
  double found[2] = {(-b - root) / (2 * a), (-b + root) / (2 * a)};
  for (int i = 0; i < 2; i++)
    if (found[i] > 1e-9) least = fmin(least, found[i]);
  return least;
}

/* between two walls, or on one */
static void ball(Random *random, Story *story) {
  double restitution = random_number(random, 0.6, 1), upper = random_number(random, 0.3, 1.5), t = 0;
  double motion[3] = {random_number(random, 0.02, 0.28), random_number(random, -1.5, 1.5),
                      -random_number(random, 1, 6)};
  char stops[120];
  bool two = random_count(random, 2);
  int bounces = 3 + random_count(random, 6);
  if (!two) upper = INFINITY;
  snprintf(stops, sizeof stops,
           two ? ", stops: {lower: 0, restitution: %.17g, upper: %.17g}" : // NOLINT
               ", stops: {lower: 0, restitution: %.17g}",
           restitution, upper);
  snprintf(story->model, sizeof story->model, block, motion[2], 1., motion[0], motion[1], stops); // NOLINT
  for (int k = 0; k < bounces; k++) {
    double down = reaches(motion, 0), up = two ? reaches(motion, upper) : INFINITY, next = fmin(down, up);
    add_motion(story, t, motion);
    story->until = t + 0.7 * next;
    move(motion, next), t += next;
    motion[0] = down < up ? 0 : upper, motion[1] *= -restitution;
  }
  name_motion(story);
}

/* ... whose coordinate is locked and free again, which is struck */
static void blows_and_locks(Random *random, Story *story) {
  double t = 0, motion[3] = {0, random_number(random, -1, 1), random_number(random, -2, 2)}, g = motion[2];
  double mass = random_number(random, 0.5, 3);
  bool locked = false;
  size_t length = 0;
  snprintf(story->model, sizeof story->model, block, g, mass, 0., motion[1], ""); // NOLINT
  add_motion(story, 0, motion);
  for (int k = 0; k < 6; k++) {
    double pause = random_number(random, 0.1, 0.5), blow = random_number(random, -3, 3);
    move(motion, pause), t += pause;
    length += (size_t)snprintf(story->events + length, sizeof story->events - length,
                               "%sdo%d: {when: \"t - %.17g\", do: ", k ? ", " : "", k, t);
    if (locked) {
      length += (size_t)snprintf(story->events + length, sizeof story->events - length, "{unlock: way.delta}}");
      motion[2] = g, locked = false;
    } else if (random_count(random, 2)) {
      length += (size_t)snprintf(story->events + length, sizeof story->events - length, "{lock: way.delta}}");
      motion[1] = motion[2] = 0, locked = true;
    } else {
      length += (size_t)snprintf(story->events + length, sizeof story->events - length,
                                 "{impulse: {on: b, force: [%.17g, 0, 0]}}}", blow);
      motion[1] += blow / mass;
    }
    add_motion(story, t, motion);
  }
  story->until = t + random_number(random, 0.1, 0.5);
  name_motion(story);
}

/* a drive whose rate jumps */
static void drive(Random *random, Story *story) {
  double t = 0, motion[3] = {0, random_number(random, -1, 1), random_number(random, -2, 2)}, g = motion[2];
  char law[400];
  size_t length = (size_t)snprintf(law, sizeof law, ", drive: \"%.17g*t + %.17g*t^2", motion[1], 0.5 * g);
  add_motion(story, 0, motion);
  double rate = motion[1];
  for (int k = 0; k < 4; k++) {
    double pause = random_number(random, 0.1, 0.5), more = random_number(random, -3, 3);
    move(motion, pause), t += pause;
    motion[1] += more;
    length += (size_t)snprintf(law + length, sizeof law - length, " + %.17g*max(0, t - %.17g)", more, t);
    add_motion(story, t, motion);
  }
  snprintf(law + length, sizeof law - length, "\"");
  snprintf(story->model, sizeof story->model,
           "bodies: {b: {mass: 1, inertia: 1}}, joints: {way: {type: prismatic, between: [ground, b], axis: [1, 0, 0], "
           "coordinates: {delta: {%s}}}}",
           law + 2);
  (void)rate;
  story->until = t + random_number(random, 0.1, 0.5);
  name_motion(story);
}

/* A load that grows and jumps; what carries it lets go. */
static void load(Random *random, Story *story) {
  double t = 0, slope = random_number(random, -2, 2), force = random_number(random, -2, 2);
  char text[400];
  size_t length = (size_t)snprintf(text, sizeof text, "%.17g + %.17g*t", force, slope);
  snprintf(story->quantities[0].formula, sizeof story->quantities[0].formula, "b.acceleration.x");
  snprintf(story->quantities[1].formula, sizeof story->quantities[1].formula, "hold.force.x^2");
  add(story, 0, (Piece){0, {0, 0, 0}});
  add(story, 1, (Piece){0, {force * force, 2 * force * slope, slope * slope}});
  int release = 1 + random_count(random, 4);
  for (int k = 0; k < 5; k++) {
    double pause = random_number(random, 0.1, 0.5), more = random_number(random, -3, 3);
    t += pause, force += slope * pause;
    if (k == release) {
      snprintf(story->events, sizeof story->events, "let: {when: \"t - %.17g\", do: {release: hold}}", t);
    } else {
      length += (size_t)snprintf(text + length, sizeof text - length, " + %.17g*step(t - %.17g)", more, t);
      force += more;
    }
    if (k >= release) add(story, 0, (Piece){t, {force, slope, 0}});
    if (k < release) add(story, 1, (Piece){t, {force * force, 2 * force * slope, slope * slope}});
    if (k == release) add(story, 1, (Piece){t, {0, 0, 0}});
  }
  snprintf(story->model, sizeof story->model,
           "bodies: {b: {mass: 1, inertia: 1}}, joints: {hold: {type: rigid, between: [ground, b], at: [0, 0, 0]}}, "
           "loads: {f: {on: b, force: [\"%s\", 0, 0]}}",
           text);
  story->until = t + random_number(random, 0.1, 0.5);
}

static const char still[] = "bodies: {b: {mass: 1}}, signals: {%s}";

/* integrals that events set and reset; the first of them by where it is, which leads the second away as well */
static void integrals(Random *random, Story *story) {
  double rate = random_number(random, 0.5, 2), top = random_number(random, 0.3, 1),
         down = random_number(random, -1, 0.2);
  double other = random_number(random, -3, 3), start = random_number(random, -1, 1),
         s = random_number(random, -0.5, 0.2);
  double t = 0, u = start, to = random_number(random, -1, 1), first = s;
  bool resets = random_count(random, 2);
  char given[300];
  snprintf(given, sizeof given, "s: {integral: \"%.17g\", start: %.17g}, u: {integral: \"%.17g\", start: %.17g}", rate,
           s, other, start);
  snprintf(story->model, sizeof story->model, still, given); // NOLINT
  snprintf(story->events, sizeof story->events,
           resets ? "beat: {when: \"s - %.17g\", direction: rising, do: {reset: [s, u]}}" // NOLINT
                  : "beat: {when: \"s - %.17g\", direction: rising, do: {set: [{signal: s, to: %.17g}, {signal: u, to: "
                    "\"%.17g + 0.3*s\"}]}}",
           top, down, to);
  for (int k = 0; k < 6; k++) {
    double pause = (top - s) / rate;
    add(story, 0, (Piece){t, {s, rate, 0}});
    add(story, 1, (Piece){t, {u, other, 0}});
    add(story, 2, (Piece){t, {u - 2 * s, other - 2 * rate, 0}});
    story->until = t + 0.6 * pause;
    t += pause;
    s = resets ? first : down, u = resets ? start : to + 0.3 * top;
  }
  snprintf(story->quantities[0].formula, sizeof story->quantities[0].formula, "s");
  snprintf(story->quantities[1].formula, sizeof story->quantities[1].formula, "u");
  snprintf(story->quantities[2].formula, sizeof story->quantities[2].formula, "u - 2*s");
}

/* a relay that switches what an integral gathers */
static void relay(Random *random, Story *story) {
  double up = random_number(random, 0.5, 2), down = random_number(random, 0.5, 2), lower = random_number(random, -1, 0);
  double upper = random_number(random, 0.3, 1), share = random_number(random, -2, 2), s = 0.5 * (lower + upper), t = 0;
  char given[300];
  snprintf(given, sizeof given,
           "s: {integral: \"%.17g - %.17g*r\", start: %.17g}, r: {hysteresis: s, lower: %.17g, "
           "upper: %.17g}",
           up, up + down, s, lower, upper);
  snprintf(story->model, sizeof story->model, still, given); // NOLINT
  for (int k = 0; k < 7; k++) {
    double rate = k % 2 ? -down : up, pause = ((k % 2 ? lower : upper) - s) / rate;
    add(story, 0, (Piece){t, {s, rate, 0}});
    add(story, 1, (Piece){t, {k % 2, 0, 0}});
    add(story, 2, (Piece){t, {s + share * (k % 2), rate, 0}});
    story->until = t + 0.6 * pause;
    s = k % 2 ? lower : upper, t += pause;
  }
  snprintf(story->quantities[0].formula, sizeof story->quantities[0].formula, "s");
  snprintf(story->quantities[1].formula, sizeof story->quantities[1].formula, "signal.r");
  snprintf(story->quantities[2].formula, sizeof story->quantities[2].formula, "s + %.17g*r", share);
}

/* what is sampled and held */
static void sample(Random *random, Story *story) {
  double rate = random_number(random, -2, 2), every = random_number(random, 0.1, 0.5),
         share = random_number(random, 0.3, 2);
  double s = random_number(random, -1, 1);
  char given[300];
  snprintf(given, sizeof given, "s: {integral: \"%.17g\", start: %.17g}, y: {value: s, every: %.17g}", rate, s, every);
  snprintf(story->model, sizeof story->model, still, given); // NOLINT
  int count = 3 + random_count(random, 8);
  for (int k = 0; k < count; k++) {
    double held = s + rate * every * k;
    add(story, 0, (Piece){k * every, {held, 0, 0}});
    add(story, 1, (Piece){k * every, {held * (1 - share), rate, 0}});
  }
  story->until = (count - 0.4) * every;
  snprintf(story->quantities[0].formula, sizeof story->quantities[0].formula, "y");
  snprintf(story->quantities[1].formula, sizeof story->quantities[1].formula, "s - %.17g*y", share);
}

static void (*const stories[])(Random *random, Story *story) = {ball,      blows_and_locks, drive, load,
                                                                integrals, relay,           sample};
static const char *const story_names[] = {"ball", "blows and locks", "drive", "load", "integrals", "relay", "sample"};
enum { STORIES = sizeof stories / sizeof *stories };

/* ---- what is to happen ---- */

enum { TIMES = 400, WATCHED = 6 };
typedef struct Watch {
  int quantity, direction;
  double level;
  int count;
  double times[TIMES];
  bool clear; /* no time is a matter of round-off: none is next to a jump, nor where the quantity turns */
} Watch;

/* of the range of a quantity, and of the story: what is nearer is left out */
static const double near_level = 1e-2, near_time = 1e-4;

static double end_of(const Story *story, const Quantity *q, int i) {
  return i + 1 < q->count ? q->pieces[i + 1].from : story->until;
}

static double extreme_of(const Story *story, const Quantity *q, int sign) {
  double largest = -INFINITY;
  for (int i = 0; i < q->count; i++) {
    largest = fmax(largest, sign * q->pieces[i].c[0]);
    largest = fmax(largest, sign * at(&q->pieces[i], end_of(story, q, i)));
  }
  return sign * largest;
}

static void cross(Watch *watch, double t, int *side, int to) {
  if (to == *side) return;
  *side = to;
  assert_true(watch->count < TIMES);
  if (watch->direction == 0 || watch->direction == to) watch->times[watch->count++] = t;
}

/* Times of a piece at which it is on the level, in order. */
static int roots_of(const Piece *piece, double level, double end, double out[2]) {
  double a = piece->c[2], b = piece->c[1], c = piece->c[0] - level, found[2] = {-c / b, -INFINITY};
  if (a != 0) found[0] = (-b - sqrt(b * b - 4 * a * c)) / (2 * a), found[1] = (-b + sqrt(b * b - 4 * a * c)) / (2 * a);
  if (found[0] > found[1]) {
    double first = found[1];
    found[1] = found[0], found[0] = first;
  }
  int count = 0;
  for (int i = 0; i < 2; i++)
    if (found[i] > 0 && piece->from + found[i] < end) out[count++] = piece->from + found[i];
  return count;
}

static int sign_of(double value) { return value > 0 ? 1 : -1; }

/* step: two times within a part of it are not seen */
static void expect(const Story *story, Watch *watch, double range, double step) {
  const Quantity *q = &story->quantities[watch->quantity];
  int side = sign_of(q->pieces[0].c[0] - watch->level);
  double close = near_time * story->until, least = near_level * range, roots[2];
  watch->count = 0, watch->clear = true;
  for (int i = 0; i < q->count; i++) {
    const Piece *piece = &q->pieces[i];
    double end = end_of(story, q, i), turn = -piece->c[1] / (2 * piece->c[2]);
    bool turns = piece->c[2] != 0 && turn > 0 && turn < end - piece->from;
    cross(watch, piece->from, &side, sign_of(piece->c[0] - watch->level));
    int count = roots_of(piece, watch->level, end, roots);
    for (int k = 0; k < count; k++) {
      cross(watch, roots[k], &side, -side);
      if (!(roots[k] - piece->from > close && end - roots[k] > close)) watch->clear = false;
    }
    if (count == 2 && roots[1] - roots[0] < 0.1 * step) watch->clear = false;
    if (!(fabs(piece->c[0] - watch->level) > least && fabs(at(piece, end) - watch->level) > least))
      watch->clear = false;
    if (turns && !(fabs(at(piece, piece->from + turn) - watch->level) > least)) watch->clear = false;
  }
}

static Watch draw_watch(Random *random, const Story *story, double step) {
  Watch watch;
  do {
    watch = (Watch){random_count(random, story->count), random_count(random, 3) - 1, 0, 0, {0}, true};
    const Quantity *q = &story->quantities[watch.quantity];
    double low = extreme_of(story, q, -1), high = extreme_of(story, q, 1);
    watch.level = random_number(random, low, high);
    expect(story, &watch, high - low, step);
  } while (!watch.clear);
  return watch;
}

/* s: how far off the times of one of them are; INFINITY: there are others */
static double times_off(const Run *run, int number, const Watch *watch) {
  char name[20];
  double worst = 0;
  int count = 0, all = trm_simulation_happening_count(run->simulation);
  snprintf(name, sizeof name, "e%d", number);
  for (int i = 0; i < all; i++) {
    trm_Happening one = trm_simulation_happening(run->simulation, i);
    if (strcmp(one.name, name) != 0) continue;
    worst = count < watch->count ? fmax(worst, fabs(one.time - watch->times[count])) : INFINITY;
    count++;
  }
  return count == watch->count ? worst : INFINITY;
}

static void say_times(const Run *run, int number, const Watch *watch) {
  char name[20];
  snprintf(name, sizeof name, "e%d", number);
  printf("is to happen:");
  for (int i = 0; i < watch->count; i++) printf(" %.17g", watch->times[i]);
  printf("\nhappens:");
  for (int i = 0; i < trm_simulation_happening_count(run->simulation); i++) {
    trm_Happening one = trm_simulation_happening(run->simulation, i);
    if (strcmp(one.name, name) == 0) printf(" %.17g", one.time);
  }
  printf("\n");
}

static const char *const directions[] = {"falling", "either", "rising"};

/* of the duration */
static const double enough = 1e-8;

static double tell(Random *random, int k, int *events) {
  Story story = {.count = 0};
  Watch watched[WATCHED];
  stories[k % STORIES](random, &story);
  int scheme = k / STORIES % SCHEMES, count = 1 + random_count(random, WATCHED);
  double step = story.until / story.quantities[0].count * exp(random_number(random, log(0.02), log(1.5))), worst = 0;
  char watches[1600] = "", of_scheme[160], output[80] = "", text[6000];
  size_t length = 0;
  for (int e = 0; e < count; e++) {
    watched[e] = e > 0 && random_count(random, 5) == 0 ? watched[e - 1] : draw_watch(random, &story, step);
    length += (size_t)snprintf(
        watches + length, sizeof watches - length, "%se%d: {when: \"%s - (%.17g)\", direction: %s}", e ? ", " : "", e,
        story.quantities[watched[e].quantity].formula, watched[e].level, directions[watched[e].direction + 1]);
  }
  bool last = story.events[0] && random_count(random, 2), first = story.events[0] && !last;
  if (random_count(random, 2))
    snprintf(output, sizeof output, ", output: {every: %.17g}", story.until * random_number(random, 0.02, 0.5));
  snprintf(of_scheme, sizeof of_scheme, schemes[scheme], step); // NOLINT
  snprintf(text, sizeof text, "{trammel: 2, %s, events: {%s%s%s%s%s}, analysis: {until: %.17g, scheme: %s%s}}",
           story.model, first ? story.events : "", first ? ", " : "", watches, last ? ", " : "",
           last ? story.events : "", story.until, of_scheme, output);
  Run run = run_start(text);
  run_to_end(&run);
  for (int e = 0; e < count; e++) {
    double off = times_off(&run, e, &watched[e]) / story.until;
    if (!(off < enough)) {
      say_times(&run, e, &watched[e]);
      fail_msg("case %d (%s): e%d is off by %.1e of the duration: %s", k, story_names[k % STORIES], e, off, text);
    }
    worst = fmax(worst, off), *events += watched[e].count;
  }
  run_free(&run);
  return worst;
}

static void jumps_are_followed(void **state) {
  (void)state;
  Random random = {321};
  int events = 0, cases = test_count(6, 100) * STORIES * SCHEMES;
  double worst = 0;
  for (int k = 0; k < cases; k++) worst = fmax(worst, tell(&random, k, &events));
  printf("%d stories of %d kinds in %d schemes: %d events, off by at most %.1e of the duration\n", cases, STORIES,
         SCHEMES, events, worst);
}

/* ---- next to where a step begins ---- */

/* A block at 1 m/s passes a place that is a ten-thousandth to a billionth of a millionth of a step from where one ends.
   What happens there happens once: it is told, turns the block round, or lets a relay switch. */
static void once_beside_the_ends_of_steps(void **state) {
  (void)state;
  Random random = {322};
  double worst = 0;
  int cases = test_count(12, 200) * SCHEMES;
  for (int k = 0; k < cases; k++) {
    double step = random_number(&random, 0.05, 0.2), beside = step * exp(random_number(&random, log(1e-15), log(1e-4)));
    double place = step * (1 + random_count(&random, 3)) + (random_count(&random, 2) ? beside : -beside);
    double until = place + random_number(&random, 0.3, 0.8);
    bool turns = random_count(&random, 2);
    char of_scheme[160], text[1400];
    snprintf(of_scheme, sizeof of_scheme, schemes[k % SCHEMES], step); // NOLINT
    snprintf(
        text, sizeof text,
        "{trammel: 2, bodies: {b: {mass: 1, inertia: 1}}, joints: {way: {type: prismatic, between: [ground, b], "
        "axis: [1, 0, 0], coordinates: {delta: {rate: 1}}}}, signals: {n: {value: n, every: 1000}, r: {hysteresis: "
        "way.delta, lower: -10, upper: %.17g}}, events: {e: {when: \"way.delta - %.17g\", direction: %s, do: {set: "
        "{signal: n, to: n + 1}%s}}}, analysis: {until: %.17g, scheme: %s, output: {every: %.17g}}}",
        place, place, random_count(&random, 2) ? "rising" : "either",
        turns ? ", impulse: {on: b, force: [\"-2*b.velocity.x\", 0, 0]}" : "", until, of_scheme, step);
    Run run = run_start(text);
    run_to_end(&run);
    double off = fabs(run_channel(&run, "way.delta") - (turns ? 2 * place - until : until));
    int count = trm_simulation_happening_count(run.simulation), switched = run_channel(&run, "signal.r") > 0;
    if (count != 1 + switched || !(switched || turns) || run_channel(&run, "signal.n") != 1 || !(off < 1e-6 * step))
      fail_msg("case %d: %d times, counted %g, off by %.1e: %s", k, count, run_channel(&run, "signal.n"), off, text);
    worst = fmax(worst, off / step);
    run_free(&run);
  }
  printf("%d times next to the end of a step: once each, off by at most %.1e of it\n", cases, worst);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(jumps_are_followed),
                                     cmocka_unit_test(once_beside_the_ends_of_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
