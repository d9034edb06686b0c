/* Arrays of a result file beside its channels: fixed ones, and those with numbers in every row (positions along a
   beam). */
#include "io/result_writer.h"

enum { CHUNK_BYTES = 1 << 16 }; /* aim of a chunk: a file of few rows must not become large */

static size_t numbers_of(const trm_ResultArray *array) {
  size_t numbers = 1;
  for (int i = 0; i < array->rank; i++) numbers *= (size_t)array->sizes[i];
  return numbers;
}

static trm_ResultRow row_of(const trm_ResultArray *array) {
  trm_ResultRow row = {.rank = array->rank, .single = array->single};
  for (int i = 0; i < array->rank; i++) row.sizes[i] = (hsize_t)array->sizes[i];
  return row;
}

trm_Status trm_result_plan_arrays(trm_ResultWriter *writer, const trm_ResultHead *head) {
  writer->blocks = TRM_ARENA_NEW(&writer->arena, trm_ResultBlock, head->array_count);
  if (!writer->blocks) return trm_result_fail_memory(writer);
  for (int i = 0; i < head->array_count; i++) {
    const trm_ResultArray *array = &head->arrays[i];
    if (array->values) continue;
    trm_ResultBlock *block = &writer->blocks[writer->block_count++];
    *block = (trm_ResultBlock){.dataset = -1, .row = row_of(array), .numbers = numbers_of(array)};
  }
  return TRM_OK;
}

/* the group and those above it, made where they are not there yet */
static hid_t open_group(hid_t file, const char *name) {
  hid_t there = H5Gopen2(file, name, H5P_DEFAULT);
  if (there >= 0) return there;
  hid_t properties = H5Pcreate(H5P_LINK_CREATE), group = -1;
  if (properties >= 0 && H5Pset_create_intermediate_group(properties, 1) >= 0)
    group = H5Gcreate2(file, name, properties, H5P_DEFAULT, H5P_DEFAULT);
  if (properties >= 0) H5Pclose(properties);
  return group;
}

static hid_t make_fixed(hid_t group, const trm_ResultArray *array) {
  trm_ResultRow row = row_of(array);
  hid_t space = H5Screate_simple(row.rank, row.sizes, NULL), type = row.single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
  hid_t dataset = H5Dcreate2(group, array->name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (dataset >= 0 && H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, array->values) < 0) {
    H5Dclose(dataset);
    dataset = -1;
  }
  if (space >= 0) H5Sclose(space);
  return dataset;
}

static hid_t make_moving(const trm_ResultWriter *writer, hid_t group, const char *name, const trm_ResultBlock *block) {
  size_t rows = CHUNK_BYTES / (block->numbers * (block->row.single ? sizeof(float) : sizeof(double)) + 1) + 1;
  if (rows > (size_t)writer->block_rows) rows = (size_t)writer->block_rows;
  return trm_result_make_series(group, name, (hsize_t)rows, &block->row);
}

bool trm_result_make_arrays(trm_ResultWriter *writer, const trm_ResultHead *head) {
  trm_ResultBlock *next = writer->blocks;
  bool good = true;
  for (int i = 0; good && i < head->array_count; i++) {
    const trm_ResultArray *array = &head->arrays[i];
    hid_t group = open_group(writer->file, array->group), dataset = -1;
    if (group >= 0) dataset = array->values ? make_fixed(group, array) : make_moving(writer, group, array->name, next);
    good = dataset >= 0 && trm_result_put_text(writer, dataset, "unit", array->unit);
    if (!array->values)
      next++->dataset = dataset; /* closed with the file */
    else if (dataset >= 0 && H5Dclose(dataset) < 0)
      good = false;
    if (group >= 0) H5Gclose(group);
  }
  return good;
}

bool trm_result_write_arrays(trm_ResultWriter *writer, int rows) {
  for (int i = 0; i < writer->block_count; i++) {
    const trm_ResultBlock *block = &writer->blocks[i];
    if (!trm_result_extend(block->dataset, writer->written, rows, &block->row, writer->buffer + block->block))
      return false;
  }
  return true;
}
