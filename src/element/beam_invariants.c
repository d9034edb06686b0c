/* Strains from invariants in closed form, over a pair: Gamma_k, K = cof(S) alpha + Z y and their discrete derivatives
   (theory.md, "Beams"). */
#include "element/beam_invariants.h"
#include <string.h>
#include "math/vec3.h"

enum {
  A = trm_beam_AT_A,
  S = trm_beam_AT_S,
  P = trm_beam_AT_P,
  R = trm_beam_AT_R,
  Q = trm_beam_AT_Q,
  SQUARE = 15,
  METRIC = S
};

void trm_beam_section_polar(const trm_BeamSection *section, trm_beam_Polar *polar) {
  double inv[18];
  const double(*d)[3] = section->v + 1, (*dd)[3] = section->v + 4;
  for (int i = 0; i < 3; i++) {
    inv[trm_beam_AT_A + i] = trm_dot(d[i], section->v[0]);
    for (int j = i; j < 3; j++) inv[trm_beam_at_g(i, j)] = trm_dot(d[i], d[j]);
    for (int j = 0; j < 3; j++) inv[trm_beam_at_h(i, j)] = trm_dot(d[i], dd[j]);
  }
  trm_beam_polar(inv, polar);
}

void trm_beam_pair_join(trm_BeamPair *pair) {
  trm_beam_scaling(&pair->i, &pair->f, &pair->scaling);
  trm_beam_scaled_operator(&pair->i, &pair->f, pair->scaled);
}

static void scaled_conjugates(const double op[6][15], const double stress[6], double b[15]) {
  for (int c = 0; c < 15; c++) b[c] = 0;
  for (int k = 0; k < 6; k++)
    for (int c = 0; c < 15; c++) b[c] += op[k][c] * stress[k];
}

void trm_beam_pair_conjugates(const trm_BeamPair *pair, const double stress[6], double b[18]) {
  double scaled[15];
  scaled_conjugates(pair->scaled, stress, scaled);
  trm_beam_unscale(&pair->scaling, scaled, b);
}

void trm_beam_pair_operator(const trm_BeamPair *pair, double op[6][18]) {
  for (int k = 0; k < 6; k++) trm_beam_unscale(&pair->scaling, pair->scaled[k], op[k]);
}

void trm_beam_end_operator(const trm_BeamPair *pair, double op[6][18]) {
  double scaled[6][15];
  trm_beam_Scaling scaling;
  trm_beam_scaled_operator(&pair->f, &pair->f, scaled);
  trm_beam_scaling(&pair->f, &pair->f, &scaling);
  for (int k = 0; k < 6; k++) trm_beam_unscale(&scaling, scaled[k], op[k]);
}

/* ---- second derivatives ---- */

/* The moment m fixed: by_alpha[l][t] = d(A^T m)_l/d s_t, by_y[l][t] = d(Z^T m)_l/d s_t */
static void curvature_mixed(const double s[3], const double m[3], double by_alpha[3][3], double by_y[3][3]) {
  for (int l = 0; l < 3; l++) { /* from K_k with k = l, and with l its next and its last but one */
    int n = (l + 1) % 3, o = (l + 2) % 3;
    by_alpha[l][l] = -2 * s[l] * m[l] + s[o] * m[o] + s[n] * m[n];
    by_alpha[l][n] = -m[o] + s[l] * m[n];
    by_alpha[l][o] = s[l] * m[o] - m[n];
    by_y[l][l] = -s[o] * m[o] + s[n] * m[n];
    by_y[l][n] = 2 * s[n] * m[l] - 0.5 * m[o] + s[l] * m[n];
    by_y[l][o] = -2 * s[o] * m[l] - s[l] * m[o] + 0.5 * m[n];
  }
}

/* Hessian with respect to s of m . (A alpha + Z y) */
static void curvature_hessian(const double m[3], const double alpha[3], const double y[3], double hessian[3][3]) {
  memset(hessian, 0, sizeof(double[3][3]));
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    hessian[k][k] -= 2 * m[k] * alpha[k];
    hessian[i][i] += 2 * m[k] * y[k], hessian[j][j] -= 2 * m[k] * y[k];
    hessian[k][i] += m[k] * (alpha[i] - y[i]), hessian[i][k] += m[k] * (alpha[i] - y[i]);
    hessian[k][j] += m[k] * (alpha[j] + y[j]), hessian[j][k] += m[k] * (alpha[j] + y[j]);
  }
}

/* d(scaled conjugates)/d(scaled invariants at f) at fixed stress. Every product has a factor s: what is not zero stands
   in the columns of s (all of them, with s itself) and in the rows of s (those of s left zero). */
typedef struct Second {
  double column[15][3], row[3][15];
} Second;

/* n . Gamma */
static void second_of_force(const double n[3], Second *out) {
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    out->column[A + k][j] += 0.5 * n[i], out->column[A + k][i] += 0.5 * n[j];
    out->row[k][A + j] += 0.5 * n[i], out->row[k][A + i] += 0.5 * n[j];
  }
}

/* m . K */
static void second_of_moment(const trm_BeamPair *pair, const double m[3], Second *out) {
  double sm[3], alpha[3], y[3], kappa[3], hessian[3][3];
  double end_alpha[3][3], end_y[3][3], mean_alpha[3][3], mean_y[3][3];
  const double *kappa_f = pair->f.scaled + Q, *s_f = pair->f.scaled + S;
  trm_mean(sm, pair->i.scaled + S, s_f, 3);
  trm_mean(kappa, pair->i.scaled + Q, kappa_f, 3);
  trm_mean(alpha, pair->i.alpha, pair->f.alpha, 3);
  trm_mean(y, pair->i.y, pair->f.y, 3);
  curvature_mixed(s_f, m, end_alpha, end_y);
  curvature_mixed(sm, m, mean_alpha, mean_y);
  curvature_hessian(m, alpha, y, hessian);
  for (int l = 0; l < 3; l++) {
    int i = (l + 1) % 3, j = (l + 2) % 3;
    double on_alpha = 0, on_y = 0; /* conjugates of alpha_l and y_l */
    for (int k = 0; k < 3; k++)
      on_alpha += m[k] * pair->scaled[3 + k][P + l], on_y += m[k] * pair->scaled[3 + k][R + l];
    out->row[l][Q + i] += 0.5 * (on_alpha + on_y), out->row[l][Q + j] += 0.5 * (on_y - on_alpha);
    out->column[Q + i][l] += 0.5 * (on_alpha + on_y), out->column[Q + j][l] += 0.5 * (on_y - on_alpha);
    for (int t = 0; t < 3; t++) {
      double a = 0.5 * end_alpha[l][t], z = 0.5 * end_y[l][t];
      out->column[P + l][t] += a, out->column[R + l][t] += z;
      out->column[Q + i][t] += sm[l] * (a + z), out->column[Q + j][t] += sm[l] * (z - a);
      out->column[S + l][t] += 0.5 * hessian[l][t] + a * (kappa[i] - kappa[j]) + z * (kappa[i] + kappa[j]);
      a = 0.5 * mean_alpha[l][t], z = 0.5 * mean_y[l][t];
      out->row[t][P + l] += a, out->row[t][R + l] += z;
      out->row[t][Q + i] += s_f[l] * (a + z), out->row[t][Q + j] += s_f[l] * (z - a);
      out->column[S + t][l] += a * (kappa_f[i] - kappa_f[j]) + z * (kappa_f[i] + kappa_f[j]);
    }
  }
}

static void second(const trm_BeamPair *pair, const double stress[6], Second *out) {
  memset(out, 0, sizeof *out);
  second_of_force(stress, out);
  second_of_moment(pair, stress + 3, out);
}

/* The scaling moves with f: d u_t/d G_tt at f, and of the factor by which the conjugates of the eight go to G_tt, its
   slope relative to itself. */
typedef struct Stretch {
  double u[3]; /* mean */
  double du[3], factor[3], change[3];
} Stretch;

static void stretch(const trm_BeamPair *pair, Stretch *out) {
  for (int t = 0; t < 3; t++) {
    double ui = pair->i.u[t], uf = pair->f.u[t];
    out->u[t] = 0.5 * (ui + uf);
    out->du[t] = -0.5 * uf * uf * uf;
    out->factor[t] = -ui * ui * uf * uf / (ui + uf);
    out->change[t] = (2 * ui + uf) / (uf * (ui + uf)) * out->du[t];
  }
}

/* sum over the invariants c that scale with u_t and u_v of <I_c> b_c d2 weight / du_t du_v */
static double mixed_stretch(const trm_BeamPair *pair, const double b[15], int t, int v) {
  const double *i = pair->i.plain, *f = pair->f.plain;
  if (t == v) return (i[Q + t] + f[Q + t]) * b[Q + t];
  int k = 3 - t - v;
  return 0.5 * ((i[S + k] + f[S + k]) * b[S + k] + (i[P + k] + f[P + k]) * b[P + k] + (i[R + k] + f[R + k]) * b[R + k]);
}

/* what the change of the scaling makes of the scaled conjugates b */
static void add_stretch(const trm_BeamPair *pair, const double b[15], trm_BeamSecond *out) {
  Stretch st;
  stretch(pair, &st);
  for (int t = 0; t < 3; t++) {
    double on_square = 0, *row = out->rows[3 + t]; /* conjugate of G_tt, and its row */
    for (int e = 0; e < 8; e++) {
      int c = trm_beam_scaled_with[t][e];
      double half = 0.5 * b[c] * st.du[t] * trm_beam_weight_slope(pair->f.u, t, e);
      on_square += pair->scaling.slope[t][e] * b[c];
      row[c] += 0.5 * b[c] * st.factor[t] * trm_beam_weight_slope(st.u, t, e);
      if (c < METRIC)
        out->columns[3 + t][c] += half;
      else
        out->rows[c - METRIC][SQUARE + t] += half;
    }
    row[SQUARE + t] += st.change[t] * on_square;
    for (int v = 0; v < 3; v++) row[SQUARE + v] += 0.5 * st.factor[t] * mixed_stretch(pair, b, t, v) * st.du[v];
  }
}

/* N^T T N_f with T = second over the scaled invariants, N and N_f the scalings of the pair and of f */
void trm_beam_pair_second(const trm_BeamPair *pair, const double stress[6], trm_BeamSecond *out) {
  double b[15], wide[15][6], row[3][18]; /* T N_f: its metric columns, and the rows of s */
  Second of;
  trm_beam_Scaling end;
  second(pair, stress, &of);
  trm_beam_scaling(&pair->f, &pair->f, &end);
  for (int t = 0; t < 3; t++) {
    for (int l = 0; l < 3; l++) of.row[t][S + l] = of.column[S + t][l];
    trm_beam_unscale(&end, of.row[t], row[t]);
    for (int g = 0; g < 6; g++) wide[S + t][g] = row[t][METRIC + g];
  }
  for (int c = 0; c < METRIC; c++)
    for (int t = 0; t < 3; t++) { /* s_i and s_j scale with u_t */
      int i = (t + 1) % 3, j = (t + 2) % 3;
      wide[c][t] = of.column[c][t] * end.weight[S + t];
      wide[c][3 + t] = of.column[c][i] * end.slope[t][1] + of.column[c][j] * end.slope[t][2];
    }
  const trm_beam_Scaling *scaling = &pair->scaling;
  for (int g = 0; g < 6; g++)
    for (int c = 0; c < METRIC; c++) out->columns[g][c] = scaling->weight[c] * wide[c][g];
  for (int t = 0; t < 3; t++) {
    int i = (t + 1) % 3, j = (t + 2) % 3;
    for (int d = 0; d < 18; d++) {
      out->rows[t][d] = scaling->weight[S + t] * row[t][d];
      out->rows[3 + t][d] = scaling->slope[t][1] * row[i][d] + scaling->slope[t][2] * row[j][d];
    }
    for (int g = 0; g < 6; g++)
      for (int e = 0; e < 8; e++) {
        int c = trm_beam_scaled_with[t][e];
        if (c < METRIC) out->rows[3 + t][METRIC + g] += scaling->slope[t][e] * wide[c][g];
      }
  }
  scaled_conjugates(pair->scaled, stress, b);
  add_stretch(pair, b, out);
}

/* ---- change of the operator ---- */

/* derivatives of A and Z along ds */
static void along_s(const double s[3], const double ds[3], double a[3][3], double z[3][3]) {
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    double ki = s[k] * ds[i] + ds[k] * s[i], kj = s[k] * ds[j] + ds[k] * s[j];
    a[k][k] = -2 * s[k] * ds[k], a[k][i] = ki - ds[j], a[k][j] = kj - ds[i];
    z[k][k] = 2 * (s[i] * ds[i] - s[j] * ds[j]), z[k][i] = -0.5 * ds[j] - ki, z[k][j] = 0.5 * ds[i] + kj;
  }
}

/* derivative of the slopes (trm_beam_curvature_slopes) along ds; ds is a rate, and no number that the slopes could be
   taken at */
static void slopes_along_s(const double ds[3], const double alpha[3], const double y[3], double out[3][3]) {
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    out[k][k] = -2 * ds[k] * alpha[k] + ds[i] * (alpha[i] - y[i]) + ds[j] * (alpha[j] + y[j]);
    out[k][i] = ds[k] * (alpha[i] - y[i]) + 2 * ds[i] * y[k];
    out[k][j] = ds[k] * (alpha[j] + y[j]) - 2 * ds[j] * y[k];
  }
}

/* d(scaled operator of the pair, times rates)/d(scaled invariants at f), at fixed rates of the scaled invariants */
static void scaled_change(const trm_BeamPair *pair, const double rate[15], double out[6][15]) {
  const double *kappa_f = pair->f.scaled + Q, *s_f = pair->f.scaled + S, *ds = rate + S, *dk = rate + Q;
  double sm[3], km[3], alpha[3], y[3], alpha_rate[3], y_rate[3], a[3][3], z[3][3], by_end[3][3], bend[3][3];
  trm_mean(sm, pair->i.scaled + S, s_f, 3);
  trm_mean(km, pair->i.scaled + Q, kappa_f, 3);
  trm_mean(alpha, pair->i.alpha, pair->f.alpha, 3);
  trm_mean(y, pair->i.y, pair->f.y, 3);
  for (int l = 0; l < 3; l++) {
    int m = (l + 1) % 3, n = (l + 2) % 3;
    alpha_rate[l] = rate[P + l] + (km[m] - km[n]) * ds[l] + sm[l] * (dk[m] - dk[n]);
    y_rate[l] = rate[R + l] + (km[m] + km[n]) * ds[l] + sm[l] * (dk[m] + dk[n]);
  }
  along_s(sm, ds, a, z);
  trm_beam_curvature_slopes(s_f, alpha_rate, y_rate, by_end);
  slopes_along_s(ds, alpha, y, bend);
  memset(out, 0, sizeof(double[6][15]));
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    double *gamma = out[k], *curve = out[3 + k];
    gamma[S + j] = 0.5 * rate[A + i], gamma[S + i] = 0.5 * rate[A + j];
    gamma[A + i] = 0.5 * ds[j], gamma[A + j] = 0.5 * ds[i];
    for (int l = 0; l < 3; l++) {
      int m = (l + 1) % 3, n = (l + 2) % 3;
      double by_alpha = pair->scaled[3 + k][P + l], by_y = pair->scaled[3 + k][R + l];
      double ha = 0.5 * a[k][l], hz = 0.5 * z[k][l];
      curve[P + l] = ha, curve[R + l] = hz;
      curve[S + l] = 0.5 * (by_end[k][l] + bend[k][l]) + ha * (kappa_f[m] - kappa_f[n]) +
                     hz * (kappa_f[m] + kappa_f[n]) + 0.5 * by_alpha * (dk[m] - dk[n]) + 0.5 * by_y * (dk[m] + dk[n]);
      curve[Q + m] += s_f[l] * (ha + hz) + 0.5 * ds[l] * (by_alpha + by_y);
      curve[Q + n] += s_f[l] * (hz - ha) + 0.5 * ds[l] * (by_y - by_alpha);
    }
  }
}

/* d(scaling of the pair, times rates)/d(invariants at f): of each of the 15 with respect to itself, and of the eight
   that scale with u_t with respect to each square */
typedef struct ScalingChange {
  double own[15], square[15][3];
} ScalingChange;

static void scaling_change(const trm_BeamPair *pair, const double rate[18], ScalingChange *out) {
  Stretch st;
  stretch(pair, &st);
  memset(out, 0, sizeof *out);
  for (int t = 0; t < 3; t++) {
    double moved = st.factor[t] * rate[SQUARE + t]; /* rate of u_t */
    for (int e = 0; e < 8; e++) {
      int c = trm_beam_scaled_with[t][e];
      double mean = 0.5 * (pair->i.plain[c] + pair->f.plain[c]);
      out->own[c] += 0.5 * moved * trm_beam_weight_slope(st.u, t, e);
      out->square[c][t] += 0.5 * rate[c] * st.du[t] * trm_beam_weight_slope(pair->f.u, t, e) +
                           st.change[t] * pair->scaling.slope[t][e] * rate[SQUARE + t];
      if (e == 7) out->square[c][t] += mean * moved * st.du[t]; /* weight u_t^2 */
      if (e > 0 && e < 7) {
        int other = (t + (e % 2 ? 2 : 1)) % 3; /* weight u_t u_other */
        out->square[c][other] += 0.5 * mean * moved * st.du[other];
      }
    }
  }
}

void trm_beam_operator_change(const trm_BeamPair *pair, const double rate[18], double change[6][18]) {
  double scaled_rate[15], scaled[6][15];
  trm_beam_Scaling end;
  ScalingChange of;
  for (int c = 0; c < 15; c++) scaled_rate[c] = pair->scaling.weight[c] * rate[c];
  for (int t = 0; t < 3; t++)
    for (int e = 0; e < 8; e++) scaled_rate[trm_beam_scaled_with[t][e]] += pair->scaling.slope[t][e] * rate[SQUARE + t];
  scaled_change(pair, scaled_rate, scaled);
  scaling_change(pair, rate, &of);
  trm_beam_scaling(&pair->f, &pair->f, &end);
  for (int k = 0; k < 6; k++) {
    trm_beam_unscale(&end, scaled[k], change[k]);
    for (int c = 0; c < 15; c++) {
      change[k][c] += pair->scaled[k][c] * of.own[c];
      for (int t = 0; t < 3; t++) change[k][SQUARE + t] += pair->scaled[k][c] * of.square[c][t];
    }
  }
}

void trm_beam_coupling(const double b[18], trm_BeamCoupling *out) {
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    out->a[k] = b[A + k];
    out->g[k][k] = 2 * b[SQUARE + k];
    out->g[i][j] = out->g[j][i] = -0.5 * b[S + k];
    out->h[k][k] = b[Q + k];
    out->h[j][i] = 0.5 * (b[R + k] + b[P + k]), out->h[i][j] = 0.5 * (b[R + k] - b[P + k]);
  }
}
