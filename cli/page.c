/* The HTML text around the viewer's bundle and the numbers of a page. */
#include "page.h"
#include <math.h>
#include <string.h>
#include "page_data.h"
#include "page_scene.h"

static void put_stored(FILE *out, const trm_Results *results, const char *name) {
  const char *text = trm_results_text(results, name);
  fprintf(out, ",\n\"%s\":", name);
  json_put_text(out, text ? text : "");
}

static void put_blocks(FILE *out, const PageData *data) {
  static const char *const types[] = {"double", "float", "short"}; /* as PackType */
  fputs(",\n\"blocks\":[", out);
  for (int i = 0; i < data->block_count; i++) {
    const Block *block = &data->blocks[i];
    fprintf(out, "%s\n{\"name\":", i ? "," : "");
    json_put_text(out, block->name);
    fprintf(out, ",\"type\":\"%s\",\"rows\":%zu,\"width\":%zu,\"scales\":[", types[block->type], block->rows,
            block->width);
    for (int s = 0; s < block->scale_count; s++) {
      if (s) fputc(',', out);
      json_put_number(out, block->scales[s]);
    }
    fputs("]}", out);
  }
  fputc(']', out);
}

static void put_channels(FILE *out, const PageData *data) {
  fputs(",\n\"channels\":[", out);
  for (int c = 0; c < trm_results_channel_count(data->results); c++) {
    trm_Channel channel = trm_results_channel(data->results, c);
    const Range *range = &data->ranges[c];
    fprintf(out, "%s\n{\"name\":", c ? "," : "");
    json_put_text(out, channel.name);
    fputs(",\"unit\":", out);
    json_put_text(out, channel.unit);
    fputs(",\"offset\":", out);
    json_put_number(out, data->offsets[c]);
    fputs(",\"low\":", out);
    json_put_number(out, range->low);
    fputs(",\"high\":", out);
    json_put_number(out, range->high);
    fprintf(out, ",\"pose\":%s}", data->posed[c] ? "true" : "false");
  }
  fputc(']', out);
}

static void put_description(FILE *out, const PageData *data, const Scene *scene, const PageRequest *request) {
  static const char *const texts[] = {"title",  "status",   "version",     "time",
                                      "doctor", "warnings", "conventions", "model"};
  const char *summary = trm_results_text(data->results, "summary");
  fputs("<script type=\"application/json\" id=\"page\">{\"format\":1,\n\"kind\":", out);
  json_put_text(out, request->kind == PAGE_REPORT ? "report" : "view");
  const char *slash = strrchr(request->file, '/'); /* the page is for others, to whom the folder means nothing */
  fputs(",\n\"file\":", out);
  json_put_text(out, slash ? slash + 1 : request->file);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) put_stored(out, data->results, texts[i]);
  fprintf(out, ",\n\"rows\":%lld,\"lost\":%lld,\"reduced\":%s", (long long)data->rows, (long long)data->lost,
          data->reduced ? "true" : "false");
  fputs(",\n\"plots\":[", out);
  for (int i = 0; i < request->plot_count; i++) {
    if (i) fputc(',', out);
    json_put_text(out, request->plots[i]);
  }
  fputs("],\n\"geometry\":", out);
  json_put(out, &scene->geometry);
  fputs(",\n\"scene\":", out);
  page_put_scene(out, scene);
  fputs(",\n\"summary\":", out);
  fputs(summary && *summary ? summary : "{}", out); /* made by the reader: names of its own, numbers, null */
  put_channels(out, data);
  put_blocks(out, data);
  fputs("}</script>\n", out);
}

/* ---- HTML ---- */

static void put_html(FILE *out, const char *text) {
  for (; *text; text++)
    if (*text == '<')
      fputs("&lt;", out);
    else if (*text == '&')
      fputs("&amp;", out);
    else
      fputc(*text, out);
}

/* the policy lets the browser itself see to it that the page asks for nothing from outside */
static void put_head(FILE *out, const trm_Results *results, const PageRequest *request) {
  const char *title = trm_results_text(results, "title");
  fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
        "style-src 'unsafe-inline'; img-src data: blob:\">\n<title>",
        out);
  put_html(out, title && *title ? title : request->file);
  fprintf(out, "</title>\n<meta name=\"generator\" content=\"trammel %s\">\n</head>\n<body>\n", trm_version());
  fputs("<noscript>This page needs JavaScript.</noscript>\n", out);
}

/* the viewer, and how large it has all become */
static void put_end(FILE *out, PageFacts *facts) {
  fprintf(out, "<script>%s</script>\n</body>\n</html>\n", page_bundle);
  long end = ftell(out);
  if (end > 0) facts->bytes = (size_t)end;
}

int page_write(const Command *command, trm_Results *results, const PageRequest *request, FILE *out, PageFacts *facts) {
  PageData data = {.command = command, .results = results, .out = out, .bytes = &facts->bytes};
  put_head(out, results, request);
  if (page_is_study(results)) {
    int status = page_study_write(command, results, request, out, facts);
    if (status == CLI_OK) put_end(out, facts);
    return status;
  }
  Scene scene = {0};
  int status = page_data_write(&data, request->frames);
  if (status == CLI_OK && !scene_sketch(&scene, results)) status = scene_unread(&scene, command, request->file);
  if (status == CLI_OK) {
    put_description(out, &data, &scene, request);
    facts->rows = data.rows, facts->frames = data.frame_count, facts->points = data.point_count;
    put_end(out, facts);
  }
  page_data_free(&data);
  scene_close(&scene);
  return status;
}
