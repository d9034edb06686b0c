/* The summary of a run: counts, time, accuracy, and the energy ledger as a table. */
#include <stdlib.h>
#include <string.h>
#include "cli.h"

static double per(double amount, int64_t count) { return count ? amount / (double)count : 0; }

static void print_counts(FILE *out, const trm_Summary *s) {
  fprintf(out, "steps           %lld", (long long)s->steps);
  if (s->retries) fprintf(out, " (and %lld repeated with a smaller size)", (long long)s->retries);
  if (s->largest_step > 0)
    fprintf(out, ", chosen between %.3g s and %.3g s; refused: %lld for their error, %lld by the iteration",
            s->smallest_step, s->largest_step, (long long)s->rejected_error, (long long)s->rejected_newton);
  if (s->largest_step > 0 && s->order > 0) fprintf(out, "; order %lld", (long long)s->order);
  fprintf(out, "\niterations      %lld (%.2f a step), %lld factorizations\n", (long long)s->iterations,
          per((double)s->iterations, s->steps), (long long)s->factorizations);
}

static void print_seconds(FILE *out, const trm_Summary *s) {
  double other = s->seconds_total - s->seconds_assembly - s->seconds_linear - s->seconds_output;
  fprintf(out, "CPU time        %.3g s: assembly %.3g, linear solver %.3g, output %.3g, other %.3g\n", s->seconds_total,
          s->seconds_assembly, s->seconds_linear, s->seconds_output, other > 0 ? other : 0);
  if (s->seconds_rehearsal > 0)
    fprintf(out, "                of it %.3g s for rehearsals: which steps meet the tolerance\n", s->seconds_rehearsal);
}

static void print_accuracy(FILE *out, const trm_Summary *s) {
  if (s->error_estimate > 0)
    fprintf(out,
            "error           about %.1e of the model's size, of rotations in rad (signals: of their size): the largest "
            "of the run, as estimated\n",
            s->error_estimate);
  else if (s->largest_step > 0 && trm_error_unknown_text(s->error_unknown))
    fprintf(out, "error           not estimated: %s; each step is within its share of the tolerance\n",
            trm_error_unknown_text(s->error_unknown));
  if (s->growth > 0)
    fprintf(out, "perturbations   that are small grow %.2g times over the run%s\n", s->growth,
            s->growth > 10 ? ": more than tenfold, so that the tolerance is not promised" : "");
  fprintf(out, "constraints     violated by at most %.2e (m or rad)\n", s->largest_violation);
  fprintf(out, "off constraints kinetic energy of at most %.2e J in velocities that are none of the mechanism's\n",
          s->largest_off_constraints);
  fprintf(out, "initial state   moved by at most %.2e m, turned by at most %.2e rad to fit the constraints\n",
          s->moved_position, s->moved_angle);
}

/* "3 events: bounce at t = 0.45 s, ..." the first ones and the last */
static void print_events(FILE *out, const char *lines) {
  enum { FIRST = 6 };
  int count = 0;
  for (const char *c = lines; c && *c; c++) count += *c == '\n';
  if (count == 0) return;
  fprintf(out, "events          %d:", count);
  for (int i = 0; i < count; i++, lines = strchr(lines, '\n') + 1) {
    if (i == FIRST && count > FIRST + 1) fprintf(out, ", ...");
    if (i >= FIRST && i + 1 < count) continue;
    const char *name = strchr(lines, ',');
    if (!name) return;
    fprintf(out, "%s%.*s at %.10g s", i ? ", " : " ", (int)strcspn(name + 1, "\n"), name + 1, strtod(lines, NULL));
  }
  fputc('\n', out);
}

/* of an equilibrium: energies that are stored; works are not followed from one to the next */
static void print_stored(FILE *out, const trm_Ledger *l) {
  fprintf(out, "energy, J       potential %.10g, springs %.10g, strain %.10g\n", l->potential, l->spring, l->strain);
}

static void print_ledger(FILE *out, const trm_Ledger *l) {
  const struct {
    const char *name;
    double value;
    const char *meaning;
  } lines[] = {
      {"kinetic", l->kinetic, ""},
      {"potential", l->potential, ""},
      {"spring", l->spring, ""},
      {"strain", l->strain, ""},
      {"stored", l->kinetic + l->potential + l->spring + l->strain, "sum of the above"},
      {"start", l->start, "stored at the start"},
      {"loads", l->load_work, "work of loads and actuators"},
      {"drives", l->drive_work, "work of prescribed motions"},
      {"dissipated", l->dissipated, "by dampers, friction, stops"},
      {"numerical", l->numerical, "dissipated by the scheme"},
      {"constraints", l->constraint_work, "work of constraint forces"},
      {"residual", l->residual, "stored - start - loads - drives + dissipated + numerical"},
  };
  fprintf(out, "energy, J\n");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    fprintf(out, "  %-12s %18.10g%s%s\n", lines[i].name, lines[i].value, *lines[i].meaning ? "   " : "",
            lines[i].meaning);
  fprintf(out, "  largest residual of any step %.2e J", l->largest_residual);
  if (l->largest_energy > 0) fprintf(out, ", %.2e of the largest energy", l->largest_residual / l->largest_energy);
  fputc('\n', out);
}

/* "name,unit" at the head of a line; its length */
static int name_and_unit(const char *line, int *name) {
  *name = (int)strcspn(line, ",");
  return *name + 1 + (int)strcspn(line + *name + 1, ",");
}

/* a table of what is told of channels, as wide as the longest name wants */
static void print_statistics(FILE *out, const char *lines) {
  const char *first = lines ? strchr(lines, '\n') : NULL; /* behind the head */
  if (!first || !*++first) return;
  int name, widest = 32;
  for (const char *line = first; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    int used = name_and_unit(line, &name) + 3; /* two blanks before it, one behind the comma */
    widest = used > widest ? used : widest;
  }
  fprintf(out, "%-*s %12s %12s %12s %12s %12s %12s\n", widest, "over the run", "minimum", "at, s", "maximum", "at, s",
          "mean", "rms");
  for (const char *line = first; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    const char *number = line + name_and_unit(line, &name);
    int used = fprintf(out, "  %.*s, %.*s", name, line, (int)(number - line) - name - 1, line + name + 1);
    fprintf(out, "%*s", widest - used, "");
    for (int i = 0; i < 6 && *number == ','; i++) {
      char *end;
      fprintf(out, " %12.6g", strtod(number + 1, &end) + 0.0); /* no minus before zero */
      number = end;
    }
    fputc('\n', out);
  }
}

/* CPU time is that of the thread that steps, the others wait or help */
void cli_print_threads(FILE *out, int threads) {
  if (threads > 1) fprintf(out, "threads         %d; CPU time is that of the first\n", threads);
}

void cli_print_told(FILE *out, const char *events, const char *statistics) {
  print_events(out, events);
  print_statistics(out, statistics);
}

void cli_print_summary(FILE *out, const trm_Summary *summary, bool timeless) {
  print_counts(out, summary);
  print_seconds(out, summary);
  print_accuracy(out, summary);
  if (timeless)
    print_stored(out, &summary->ledger);
  else
    print_ledger(out, &summary->ledger);
}
