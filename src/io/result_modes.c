/* The group /modes of a result file. */
#include "io/result_file.h"
#include "io/result_writer.h"

/* A dataset of fixed size, made in one call. */
typedef struct Numbers {
  const char *name, *unit;
  int rank;
  hsize_t size[4];
  const double *values;
} Numbers;

static bool put_numbers(const trm_ResultWriter *writer, hid_t group, const Numbers *numbers) {
  hid_t space = H5Screate_simple(numbers->rank, numbers->size, NULL);
  hid_t dataset = H5Dcreate2(group, numbers->name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  bool good = dataset >= 0 &&
              H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers->values) >= 0 &&
              trm_result_put_text(writer, dataset, "unit", numbers->unit);
  if (dataset >= 0 && H5Dclose(dataset) < 0) good = false;
  if (space >= 0) H5Sclose(space);
  return good;
}

static bool put_names(const trm_ResultWriter *writer, hid_t group, const trm_ResultModes *modes) {
  hsize_t count = (hsize_t)modes->node_count;
  hid_t space = H5Screate_simple(1, &count, NULL);
  hid_t dataset = H5Dcreate2(group, "node_name", writer->text_type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  bool good =
      dataset >= 0 && H5Dwrite(dataset, writer->text_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, modes->node_names) >= 0;
  if (dataset >= 0 && H5Dclose(dataset) < 0) good = false;
  if (space >= 0) H5Sclose(space);
  return good;
}

static bool put_modes(const trm_ResultWriter *writer, const trm_ResultModes *modes) {
  hid_t group = H5Gcreate2(writer->file, "modes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  hsize_t count = (hsize_t)modes->count, nodes = (hsize_t)modes->node_count;
  const Numbers all[] = {{"frequency", "Hz", 1, {count}, modes->frequency},
                         {"damping", "1", 1, {count}, modes->damping},
                         {"eigenvalue", "1/s", 2, {count, 2}, modes->eigenvalue},
                         {"displacement", "m", 4, {count, nodes, 2, 3}, modes->displacement},
                         {"rotation", "rad", 4, {count, nodes, 2, 3}, modes->rotation},
                         {"node_position", "m", 2, {nodes, 3}, modes->node_position}};
  bool good = group >= 0;
  for (size_t k = 0; k < sizeof all / sizeof *all && good; k++) good = put_numbers(writer, group, &all[k]);
  good = good && put_names(writer, group, modes) &&
         trm_result_put(group, "axes_omega", H5T_NATIVE_DOUBLE, 3, modes->omega);
  if (group >= 0 && H5Gclose(group) < 0) good = false;
  return good && !trm_result_file_error(writer->file);
}

trm_Status trm_result_put_modes(trm_ResultWriter *writer, const trm_ResultModes *modes) {
  trm_Hdf5Quiet quiet;
  trm_Status status = trm_result_begin(writer, &quiet);
  return status == TRM_OK ? trm_result_end(writer, &quiet, put_modes(writer, modes)) : status;
}
