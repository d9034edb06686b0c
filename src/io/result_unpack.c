/* Tiles that are packed, looked at before HDF5 unpacks them: it does not ask whether as many bytes come out as the tile
   has, and reads beyond them where there are fewer. */
#include <string.h>
#include <zlib.h>
#include "io/result_reader.h"

/* What is known of the tiles of one dataset. In the arena of the open file. */
struct trm_PackedTiles {
  const char *path;
  bool packed;
  int rank;
  hsize_t tile[3], grid[3]; /* sizes of a tile, and how many there are */
  size_t bytes;             /* of a tile */
  unsigned char *seen;      /* a bit for each tile that was looked at */
  trm_PackedTiles *next;
};

static bool learn_tiles(trm_Results *results, hid_t dataset, trm_PackedTiles *tiles) {
  hsize_t sizes[3], count = 1;
  hid_t properties = H5Dget_create_plist(dataset), space = H5Dget_space(dataset), type = H5Dget_type(dataset);
  int rank = tiles->rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : 0;
  tiles->packed = properties >= 0 && H5Pget_nfilters(properties) > 0;
  tiles->bytes = type >= 0 ? H5Tget_size(type) : 0;
  bool good = properties >= 0 && tiles->bytes > 0 && rank >= 1 && rank <= 3 &&
              H5Sget_simple_extent_dims(space, sizes, NULL) == rank;
  if (good && tiles->packed) good = H5Pget_chunk(properties, 3, tiles->tile) == rank;
  for (int i = 0; i < rank && good && tiles->packed; i++) {
    tiles->grid[i] = sizes[i] / tiles->tile[i] + 1;
    count *= tiles->grid[i];
    tiles->bytes *= (size_t)tiles->tile[i];
  }
  if (good && tiles->packed) tiles->seen = trm_arena_alloc(&results->arena, (size_t)(count / 8 + 1), 1);
  if (properties >= 0) H5Pclose(properties);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return good && (!tiles->packed || tiles->seen);
}

/* NULL: no memory, or not a dataset with tiles */
static const trm_PackedTiles *find_tiles(trm_Results *results, const char *path, hid_t dataset) {
  for (const trm_PackedTiles *known = results->packed; known; known = known->next)
    if (strcmp(known->path, path) == 0) return known;
  trm_PackedTiles *tiles = TRM_ARENA_NEW(&results->arena, trm_PackedTiles, 1);
  if (!tiles || !learn_tiles(results, dataset, tiles)) return NULL;
  tiles->path = path, tiles->next = results->packed;
  return results->packed = tiles;
}

/* do these bytes become exactly so many? */
static bool inflates_to(const unsigned char *bytes, size_t size, size_t whole) {
  unsigned char room[1 << 13];
  size_t out = 0;
  z_stream stream = {.next_in = (unsigned char *)(uintptr_t)bytes, .avail_in = (uInt)size};
  if (inflateInit(&stream) != Z_OK) return false;
  int status = Z_OK;
  while (status == Z_OK && out <= whole) {
    stream.next_out = room, stream.avail_out = sizeof room;
    status = inflate(&stream, Z_NO_FLUSH);
    out += sizeof room - stream.avail_out;
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END && out == whole;
}

static bool unpacks(hid_t dataset, const trm_PackedTiles *tiles, const hsize_t *offset) {
  hsize_t size = 0;
  uint32_t skipped = 0;
  if (H5Dget_chunk_storage_size(dataset, offset, &size) < 0 || size == 0) return false;
  unsigned char *bytes = trm_alloc((size_t)size, 1);
  bool good = bytes && H5Dread_chunk(dataset, H5P_DEFAULT, offset, &skipped, bytes) >= 0 && skipped == 0 &&
              inflates_to(bytes, (size_t)size, tiles->bytes);
  trm_release(bytes);
  return good;
}

bool trm_results_unpack(trm_Results *results, const char *path, hid_t dataset, const trm_ReadBox *box) {
  const trm_PackedTiles *tiles = find_tiles(results, path, dataset);
  if (!tiles) return false;
  if (!tiles->packed) return true;
  hsize_t first[3] = {0}, last[3] = {0}, at[3], offset[3];
  for (int i = 0; i < tiles->rank; i++) {
    first[i] = box->start[i] / tiles->tile[i];
    last[i] = (box->start[i] + box->size[i] - 1) / tiles->tile[i];
    if (box->size[i] == 0 || last[i] >= tiles->grid[i]) return false;
  }
  for (at[0] = first[0]; at[0] <= last[0]; at[0]++)
    for (at[1] = first[1]; at[1] <= last[1]; at[1]++)
      for (at[2] = first[2]; at[2] <= last[2]; at[2]++) {
        hsize_t number = 0;
        for (int i = 0; i < tiles->rank; i++)
          number = number * tiles->grid[i] + at[i], offset[i] = at[i] * tiles->tile[i];
        if (tiles->seen[number / 8] >> number % 8 & 1) continue;
        if (!unpacks(dataset, tiles, offset)) return false;
        tiles->seen[number / 8] |= (unsigned char)(1 << number % 8);
      }
  return true;
}
