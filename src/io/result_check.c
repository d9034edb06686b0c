/* A walk through a result file from its root: every piece of structure lies in the file, on its own bytes, and has the
   counts, sizes and addresses that those who refer to it expect. Only what the writer makes is known here; all else is
   refused, links to elsewhere and plug-ins among it. Numbers themselves are not looked at. */
#include "io/result_check.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/memory.h"
#include "io/result_check_internal.h"

enum {
  DEEPEST = 8,          /* groups within groups */
  MOST_OBJECTS = 10000, /* groups and datasets */
  MOST_PIECES = 64,     /* of one object's header */
  LARGEST_BLOCK = 1 << 24,
  TILE_ENTRIES = 64 /* most entries of a node of an index of tiles: HDF5's default, which a file of version 0 has */
};

static bool damaged(trm_Check *check, const char *what) { return trm_check_fault(check, TRM_RESULT_DAMAGED, what); }

bool trm_check_fault(trm_Check *check, trm_ResultSoundness soundness, const char *what) {
  if (check->soundness == TRM_RESULT_SOUND) check->soundness = soundness, check->what = what;
  return false;
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

uint64_t trm_check_number(const unsigned char *bytes, int count) {
  uint64_t number = 0;
  for (int i = count - 1; i >= 0; i--) number = number << 8 | bytes[i];
  return number;
}

bool trm_check_within(const trm_Check *check, uint64_t address, uint64_t size) {
  return address <= check->end && size <= check->end - address;
}

bool trm_check_read(trm_Check *check, uint64_t address, void *bytes, uint64_t size) {
  if (!trm_check_within(check, address, size)) return false;
  for (uint64_t done = 0; done < size;) {
    ssize_t count = pread(check->file, (char *)bytes + done, (size_t)(size - done), (off_t)(address + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return trm_check_fault(check, count < 0 ? TRM_RESULT_UNREAD : TRM_RESULT_CUT, "");
    done += (uint64_t)count;
  }
  return true;
}

static bool note(trm_Check *check, uint64_t address, uint64_t size) {
  if (check->block_count == check->block_room) {
    size_t room = 2 * check->block_room + 256;
    trm_CheckBlock *blocks = trm_realloc(check->blocks, room, sizeof *blocks);
    if (!blocks) return trm_check_fault(check, TRM_RESULT_UNREAD, "");
    check->blocks = blocks, check->block_room = room;
  }
  check->blocks[check->block_count++] = (trm_CheckBlock){address, size};
  /* pieces do not overlap: more of them than bytes are there means a walk in circles */
  return check->block_count <= check->end / 8 || damaged(check, "its structure leads in circles");
}

/* a piece of structure, to be released; NULL: not in the file, or it cannot be read */
static unsigned char *take_block(trm_Check *check, uint64_t address, uint64_t size) {
  if (size > LARGEST_BLOCK || !trm_check_within(check, address, size))
    return damaged(check, "a piece of its structure is outside of the file"), NULL;
  if (!note(check, address, size)) return NULL;
  unsigned char *bytes = trm_alloc((size_t)size + 1, 1);
  if (!bytes) return trm_check_fault(check, TRM_RESULT_UNREAD, ""), NULL;
  if (trm_check_read(check, address, bytes, size)) return bytes;
  return trm_release(bytes), NULL;
}

static bool note_node(trm_Check *check, uint64_t address, const unsigned char *bytes, int tree) {
  if (check->node_count == check->node_room) {
    size_t room = 2 * check->node_room + 64;
    trm_CheckNode *nodes = trm_realloc(check->nodes, room, sizeof *nodes);
    if (!nodes) return trm_check_fault(check, TRM_RESULT_UNREAD, "");
    check->nodes = nodes, check->node_room = room;
  }
  check->nodes[check->node_count++] =
      (trm_CheckNode){address, trm_check_number(bytes + 8, 8), trm_check_number(bytes + 16, 8), tree};
  return true;
}

static int compare_nodes(const void *first, const void *second) {
  uint64_t a = ((const trm_CheckNode *)first)->address, b = ((const trm_CheckNode *)second)->address;
  return (a > b) - (a < b);
}

/* Whoever adds to an index goes to the neighbours of a node. After a kill they may be those of before, but always nodes
   of the same index. */
static bool check_neighbours(trm_Check *check) {
  if (check->node_count) qsort(check->nodes, check->node_count, sizeof *check->nodes, compare_nodes);
  for (size_t i = 0; i < check->node_count; i++) {
    const trm_CheckNode *node = &check->nodes[i];
    const uint64_t sides[] = {node->left, node->right};
    for (int side = 0; side < 2; side++) {
      if (sides[side] == trm_check_nowhere) continue;
      trm_CheckNode wanted = {.address = sides[side]};
      const trm_CheckNode *found =
          bsearch(&wanted, check->nodes, check->node_count, sizeof *check->nodes, compare_nodes);
      if (!found || found->tree != node->tree) return damaged(check, "a node of an index has a foreign neighbour");
    }
  }
  return true;
}

static int compare_blocks(const void *first, const void *second) {
  uint64_t a = ((const trm_CheckBlock *)first)->address, b = ((const trm_CheckBlock *)second)->address;
  return (a > b) - (a < b);
}

/* HDF5 keeps what it has read by its address: nothing may be two things */
static bool check_apart(trm_Check *check) {
  if (check->block_count) qsort(check->blocks, check->block_count, sizeof *check->blocks, compare_blocks);
  for (size_t i = 1; i < check->block_count; i++)
    if (check->blocks[i].address < check->blocks[i - 1].address + check->blocks[i - 1].size)
      return damaged(check, "two pieces of its structure overlap");
  return true;
}

/* ---- headers of objects ------------------------------------------------------------------------------------------ */

typedef struct Pieces {
  trm_CheckBlock items[MOST_PIECES];
  int count;
} Pieces;

static bool add_piece(trm_Check *check, Pieces *pieces, uint64_t address, uint64_t size) {
  if (pieces->count == MOST_PIECES) return damaged(check, "a header has too many pieces");
  pieces->items[pieces->count++] = (trm_CheckBlock){address, size};
  return true;
}

static bool read_messages(trm_Check *check, trm_CheckObject *object, const unsigned char *bytes, uint64_t size,
                          Pieces *pieces) {
  enum { HEAD = 8, CONTINUED = 16, CONSTANT = 1, NOT_TO_BE_SHARED = 4 };
  uint64_t at = 0;
  while (size - at >= HEAD) {
    unsigned kind = (unsigned)trm_check_number(bytes + at, 2);
    uint64_t length = trm_check_number(bytes + at + 2, 2);
    if (length > size - at - HEAD || length % 8 != 0) return damaged(check, "a message is cut off");
    if (bytes[at + 4] & ~(CONSTANT | NOT_TO_BE_SHARED))
      return trm_check_fault(check, TRM_RESULT_OTHER, "messages that objects share");
    const unsigned char *content = bytes + at + HEAD;
    bool good = kind != CONTINUED ? trm_check_message(check, object, kind, content, length)
                : length < 16
                    ? damaged(check, "a message is cut off")
                    : add_piece(check, pieces, trm_check_number(content, 8), trm_check_number(content + 8, 8));
    if (!good) return false;
    at += HEAD + length;
  }
  return at == size || damaged(check, "a header is cut off");
}

static bool read_header(trm_Check *check, uint64_t address, trm_CheckObject *object) {
  enum { PREFIX = 16 };
  unsigned char prefix[PREFIX];
  Pieces pieces = {.count = 0};
  *object = (trm_CheckObject){0};
  if (++check->objects > MOST_OBJECTS) return damaged(check, "it has more objects than any result");
  if (!trm_check_read(check, address, prefix, sizeof prefix)) return damaged(check, "an object is outside of the file");
  if (prefix[0] != 1) return trm_check_fault(check, TRM_RESULT_OTHER, "objects of another version");
  uint64_t size = trm_check_number(prefix + 8, 4);
  if (!add_piece(check, &pieces, address + PREFIX, size) || !note(check, address, PREFIX)) return false;
  bool good = true;
  for (int i = 0; i < pieces.count && good; i++) {
    unsigned char *bytes = take_block(check, pieces.items[i].address, pieces.items[i].size);
    good = bytes && read_messages(check, object, bytes, pieces.items[i].size, &pieces);
    trm_release(bytes);
  }
  return good;
}

/* ---- datasets ---------------------------------------------------------------------------------------------------- */

/* Walks through the index of tiles of one dataset. */
typedef struct Tiles {
  const trm_CheckObject *object;
  uint64_t key;   /* bytes */
  int tree;       /* number of the index */
  uint64_t count; /* of tiles found */
} Tiles;

static bool check_tile(trm_Check *check, Tiles *tiles, const unsigned char *key, uint64_t address) {
  const trm_CheckObject *object = tiles->object;
  uint64_t stored = trm_check_number(key, 4), whole = object->layout.size;
  bool fits = object->has_filters ? stored > 0 && whole / TRM_CHECK_INFLATION <= stored : stored == whole;
  if (trm_check_number(key + 4, 4) != 0 || !fits) return damaged(check, "a tile of numbers has another size");
  if (!trm_check_within(check, address, stored)) return damaged(check, "a tile of numbers is outside of the file");
  for (int i = 0; i < object->space.rank; i++)
    if (trm_check_number(key + 8 + 8 * (ptrdiff_t)i, 8) % object->layout.tile[i] != 0)
      return damaged(check, "a tile of numbers lies askew");
  tiles->count++;
  check->data += stored;
  return check->data <= check->end || damaged(check, "its numbers are more than the file is long");
}

enum { NODE_HEAD = 24, TREE_OF_GROUP = 0, TREE_OF_TILES = 1, ANY_LEVEL = -1, DEEPEST_TREE = 32 };

/* the head of a node: its entries, -1: it is none */
static int read_node(trm_Check *check, const unsigned char *bytes, int kind, int *level, unsigned most) {
  unsigned count = (unsigned)trm_check_number(bytes + 6, 2);
  bool good = memcmp(bytes, "TREE", 4) == 0 && bytes[4] == kind && count <= most &&
              (*level == ANY_LEVEL ? bytes[5] <= DEEPEST_TREE : bytes[5] == *level);
  *level = bytes[5];
  return good ? (int)count : (damaged(check, "a node of an index"), -1);
}

static bool walk_tiles(trm_Check *check, Tiles *tiles, uint64_t address, int level) {
  uint64_t size = NODE_HEAD + TILE_ENTRIES * (tiles->key + 8) + tiles->key;
  unsigned char *bytes = take_block(check, address, size);
  int count = bytes ? read_node(check, bytes, TREE_OF_TILES, &level, TILE_ENTRIES) : -1;
  bool good = count >= 0 && note_node(check, address, bytes, tiles->tree);
  for (int i = 0; i < count && good; i++) {
    const unsigned char *key = bytes + NODE_HEAD + (uint64_t)i * (tiles->key + 8);
    uint64_t child = trm_check_number(key + tiles->key, 8);
    good = level > 0 ? walk_tiles(check, tiles, child, level - 1) : check_tile(check, tiles, key, child);
  }
  trm_release(bytes);
  return good;
}

/* as many tiles as the numbers need are there: a few bytes cannot stand for a row of gigabytes */
static bool check_tiles(trm_Check *check, const trm_CheckObject *object) {
  const trm_CheckLayout *layout = &object->layout;
  Tiles tiles = {.object = object, .key = 8 + 8 * (uint64_t)(layout->rank + 1), .tree = ++check->trees};
  if (layout->rank != object->space.rank || layout->element != object->type.size)
    return damaged(check, "the tiles of a dataset have another shape");
  if (layout->address != trm_check_nowhere && !walk_tiles(check, &tiles, layout->address, ANY_LEVEL)) return false;
  uint64_t needed = 1;
  for (int i = 0; i < layout->rank; i++)
    needed *= object->space.sizes[i] / layout->tile[i] + (object->space.sizes[i] % layout->tile[i] != 0);
  return needed <= tiles.count || damaged(check, "a dataset has fewer numbers than it says");
}

static bool check_whole(trm_Check *check, const trm_CheckObject *object) {
  const trm_CheckLayout *layout = &object->layout;
  uint64_t bytes = object->space.count * object->type.size;
  if (object->has_filters) return damaged(check, "a dataset without tiles is packed");
  if (layout->kind == TRM_CHECK_COMPACT) return layout->size == bytes || damaged(check, "a dataset is cut off");
  if (bytes == 0) return true;
  if (layout->size != bytes || !trm_check_within(check, layout->address, bytes))
    return damaged(check, "the numbers of a dataset are outside of the file");
  check->data += bytes;
  return check->data <= check->end || damaged(check, "its numbers are more than the file is long");
}

/* one text, or a list of them */
static bool check_text_dataset(trm_Check *check, const trm_CheckObject *object) {
  unsigned char reference[TRM_CHECK_REFERENCE];
  uint64_t count = object->space.count;
  if (object->layout.kind == TRM_CHECK_TILED || (object->layout.kind == TRM_CHECK_COMPACT && count != 1))
    return trm_check_fault(check, TRM_RESULT_OTHER, "texts in tiles");
  memcpy(reference, object->layout.reference, sizeof reference);
  for (uint64_t i = 0; i < count; i++) {
    if (object->layout.kind == TRM_CHECK_CONTIGUOUS &&
        !trm_check_read(check, object->layout.address + i * sizeof reference, reference, sizeof reference))
      return false;
    if (!trm_check_text(check, reference)) return false;
  }
  return true;
}

static bool check_dataset(trm_Check *check, const trm_CheckObject *object) {
  if (!object->has_space || !object->has_type || !object->has_layout)
    return damaged(check, "an object is neither a group nor a dataset");
  uint64_t size = object->type.size;
  if ((object->fill && object->fill != size) || (object->old_fill && object->old_fill != size))
    return damaged(check, "a fill value has another size");
  bool good = object->layout.kind == TRM_CHECK_TILED ? check_tiles(check, object) : check_whole(check, object);
  return good && (object->type.kind != TRM_CHECK_TEXT || check_text_dataset(check, object));
}

/* ---- groups ------------------------------------------------------------------------------------------------------ */

/* The names of a group's links: the data of its local heap. */
typedef struct Names {
  unsigned char *bytes;
  uint64_t size;
  int tree; /* number of the group's index */
} Names;

/* places that are free form a list by their offsets, which ends with 1 */
static bool check_free_list(trm_Check *check, const Names *names, uint64_t first) {
  uint64_t steps = 0;
  for (uint64_t at = first; at != 1;) {
    if (at > names->size || names->size - at < 16 || ++steps > names->size / 16)
      return damaged(check, "a heap of names");
    uint64_t next = trm_check_number(names->bytes + at, 8), size = trm_check_number(names->bytes + at + 8, 8);
    if (size < 16 || size > names->size - at) return damaged(check, "a heap of names");
    at = next;
  }
  return true;
}

static bool read_names(trm_Check *check, uint64_t address, Names *names) {
  enum { HEAD = 32 };
  unsigned char *head = take_block(check, address, HEAD);
  if (!head) return false;
  bool good = memcmp(head, "HEAP\0", 5) == 0 || damaged(check, "a heap of names");
  uint64_t first = trm_check_number(head + 16, 8), data = trm_check_number(head + 24, 8);
  names->size = trm_check_number(head + 8, 8);
  trm_release(head);
  names->bytes = good && names->size > 0 ? take_block(check, data, names->size) : NULL;
  if (!names->bytes) return damaged(check, "a heap of names");
  return check_free_list(check, names, first == trm_check_nowhere ? 1 : first);
}

static bool walk_object(trm_Check *check, uint64_t address, int depth, const unsigned char *cached);

enum { ENTRY = 40 };

/* one link: name, object, and what is kept of a group beside its name */
static bool check_entry(trm_Check *check, const unsigned char *entry, const Names *names, int depth) {
  enum { NOTHING, GROUP, SOFT_LINK };
  uint64_t name = trm_check_number(entry, 8), kind = trm_check_number(entry + 16, 4);
  if (kind == SOFT_LINK) return trm_check_fault(check, TRM_RESULT_LEADS_OUT, "a link leads elsewhere");
  if (name >= names->size || !memchr(names->bytes + name, 0, (size_t)(names->size - name)))
    return damaged(check, "a name is not in its heap");
  if (!names->bytes[name]) return damaged(check, "a link has no name");
  if (kind > GROUP) return damaged(check, "a link of an unknown kind");
  return walk_object(check, trm_check_number(entry + 8, 8), depth, kind == GROUP ? entry + 24 : NULL);
}

static bool walk_symbols(trm_Check *check, uint64_t address, const Names *names, int depth) {
  enum { HEAD = 8 };
  unsigned char *bytes = take_block(check, address, HEAD + (uint64_t)check->leaf * ENTRY);
  if (!bytes) return false;
  unsigned count = (unsigned)trm_check_number(bytes + 6, 2);
  bool good = (memcmp(bytes, "SNOD\1", 5) == 0 && count <= check->leaf) || damaged(check, "the links of a group");
  for (unsigned i = 0; i < count && good; i++)
    good = check_entry(check, bytes + HEAD + (ptrdiff_t)i * ENTRY, names, depth);
  trm_release(bytes);
  return good;
}

static bool walk_tree(trm_Check *check, uint64_t address, const Names *names, int level, int depth) {
  unsigned char *bytes = take_block(check, address, NODE_HEAD + (uint64_t)check->internal * 16 + 8);
  int count = bytes ? read_node(check, bytes, TREE_OF_GROUP, &level, check->internal) : -1;
  bool good = count >= 0 && note_node(check, address, bytes, names->tree);
  for (int i = 0; i <= count && good; i++) /* one key more than children: offsets of names */
    good = trm_check_number(bytes + NODE_HEAD + 16 * (ptrdiff_t)i, 8) < names->size ||
           damaged(check, "a node of an index");
  for (int i = 0; i < count && good; i++) {
    uint64_t child = trm_check_number(bytes + NODE_HEAD + 8 + 16 * (ptrdiff_t)i, 8);
    good = level > 0 ? walk_tree(check, child, names, level - 1, depth) : walk_symbols(check, child, names, depth);
  }
  trm_release(bytes);
  return good;
}

static bool walk_group(trm_Check *check, const trm_CheckObject *object, int depth) {
  Names names = {.tree = ++check->trees};
  bool good =
      depth < DEEPEST ? read_names(check, object->heap, &names) : damaged(check, "groups are nested too deeply");
  good = good && walk_tree(check, object->tree, &names, ANY_LEVEL, depth + 1);
  trm_release(names.bytes);
  return good;
}

/* cached: addresses of tree and heap that a link to the group repeats, or NULL */
static bool walk_object(trm_Check *check, uint64_t address, int depth, const unsigned char *cached) {
  trm_CheckObject object;
  if (!read_header(check, address, &object)) return false;
  if (cached && (!object.has_table || object.tree != trm_check_number(cached, 8) ||
                 object.heap != trm_check_number(cached + 8, 8)))
    return damaged(check, "a link and its group do not agree");
  if (!object.has_table) return check_dataset(check, &object);
  if (object.has_space || object.has_type || object.has_layout)
    return damaged(check, "an object is both a group and a dataset");
  return walk_group(check, &object, depth);
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

enum { SUPERBLOCK = 96 };

static bool read_superblock(trm_Check *check, unsigned char *bytes, uint64_t size) {
  static const unsigned char signature[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  check->end = size;
  if (size < sizeof signature || !trm_check_read(check, 0, bytes, size < SUPERBLOCK ? size : SUPERBLOCK) ||
      memcmp(bytes, signature, sizeof signature) != 0)
    return trm_check_fault(check, TRM_RESULT_FOREIGN, "");
  if (size < SUPERBLOCK) return trm_check_fault(check, TRM_RESULT_CUT, "");
  bool plain = bytes[8] == 0 && bytes[9] == 0 && bytes[10] == 0 && bytes[12] == 0 && bytes[13] == 8 && bytes[14] == 8;
  if (!plain) return trm_check_fault(check, TRM_RESULT_OTHER, "its superblock has another version");
  check->leaf = 2 * (unsigned)trm_check_number(bytes + 16, 2);
  check->internal = 2 * (unsigned)trm_check_number(bytes + 18, 2);
  uint64_t end = trm_check_number(bytes + 40, 8);
  if (check->leaf == 0 || check->internal == 0 || trm_check_number(bytes + 24, 8) != 0 ||
      trm_check_number(bytes + 32, 8) != trm_check_nowhere || trm_check_number(bytes + 48, 8) != trm_check_nowhere)
    return damaged(check, "its superblock");
  if (end > size) return trm_check_fault(check, TRM_RESULT_CUT, "");
  check->end = end;
  return true;
}

static void check_file(trm_Check *check, uint64_t size) {
  unsigned char bytes[SUPERBLOCK];
  if (!read_superblock(check, bytes, size) || !note(check, 0, SUPERBLOCK)) return;
  uint64_t kind = trm_check_number(bytes + 72, 4);
  if (kind > 1) {
    damaged(check, "its superblock");
    return;
  }
  bool good = walk_object(check, trm_check_number(bytes + 64, 8), 0, kind == 1 ? bytes + 80 : NULL);
  if (good && check_apart(check)) check_neighbours(check);
}

static bool is_same(const struct stat *a, const struct stat *b) {
  return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

trm_ResultSoundness trm_result_check(const char *path, const char **what) {
  enum { ATTEMPTS = 5 }; /* a file that is being written may change under the walk */
  trm_Check check = {.what = ""};
  struct stat before, after;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  *what = "";
  if (file < 0) return TRM_RESULT_UNREAD;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    check = (trm_Check){.file = file, .what = "", .soundness = TRM_RESULT_SOUND};
    if (fstat(file, &before) != 0) {
      check.soundness = TRM_RESULT_UNREAD;
      break;
    }
    check_file(&check, (uint64_t)before.st_size);
    trm_release(check.blocks);
    trm_release(check.nodes);
    if (check.soundness == TRM_RESULT_SOUND || fstat(file, &after) != 0 || is_same(&before, &after)) break;
  }
  close(file);
  *what = check.what;
  return check.soundness;
}
