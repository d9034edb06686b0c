/* A table of libfyaml's messages and ours. */
#include "io/yaml_syntax.h"
#include <string.h>

typedef struct Translation {
  const char *fragment; /* of libfyaml's message; the first row that fits counts */
  const char *sentence;
} Translation;

static const Translation translations[] = {
    {"tab", "a tab cannot indent a line; use blanks"},
    {"without closing quote", "this quote is never closed"},
    {"wrongly indented double-quoted",
     "this quote is not closed before a line that is not indented; is the closing quote missing?"},
    {"wrongly indented single-quoted",
     "this quote is not closed before a line that is not indented; is the closing quote missing?"},
    {"document-", "a line of dashes or dots within a text in quotes"},
    {"missing comma in flow", "a ',' or the closing bracket is missing before this"},
    {"comma in the beginning", "a value is missing before this ','"},
    {"extra comma", "a value is missing before this ','"},
    {"invalid comment after", "a comment needs a blank before its '#'"},
    {"extra closing", "this closing bracket has no opening one"},
    {"mismatched flow", "this bracket does not fit the one that was opened"},
    {"nested block mapping on the same line",
     "a second ':' in one line; put a nested map in braces { } or on lines of its own, and a text with ': ' in quotes"},
    {"block mapping key on same line",
     "a second key in one line; put each key on a line of its own, or the map in braces { }"},
    {"mapping key (not allowed", "a key is not allowed here"},
    {"mapping starting at ---", "a key cannot stand on the line of the dashes; begin a new line"},
    {"mapping in plain multiline", "this text runs over several lines up to a ':'; is a line indented too far?"},
    {"multiline plain key", "the text that begins here runs on into the next line, which has a ':'; is that line "
                            "indented too far, or a blank missing after a ':'?"},
    {"used as key", "a key in quotes must end on the line on which it begins"},
    {"multiline flow", "a key must end on the line on which it begins"},
    {"could not find expected ':'", "a ':' is missing after this key"},
    {"missing ':'", "a ':' is missing after this key"},
    {"Illegal placement of ':'", "a ':' is not allowed here; a text that holds one goes in quotes"},
    {"illegal value mark", "a ':' is not allowed here; a text that holds one goes in quotes"},
    {"plain scalar cannot start", "a text that begins with this character must be in quotes"},
    {"invalid escape",
     "this escape is not known in a text in double quotes; write \\\\ for a backslash, or use single quotes"},
    {"hex escape", "this escape is not a character"},
    {"UTF8 escape", "this escape is not a character"},
    {"surrogate", "this escape is not a character"},
    {"expected key", "a key was expected here; is the line indented as the ones before it?"},
    {"indentation in mapping", "a key was expected here; is the line indented as the ones before it?"},
    {"indent for mapping", "a key was expected here; is the line indented as the ones before it?"},
    {"invalid value after mapping", "a key was expected here; is the line indented as the ones before it?"},
    {"in flow mode", "a line within brackets must be indented further than the key that holds the bracket"},
    {"expected '-'", "a list item '- ' was expected here; is the line indented as the ones before it?"},
    {"wrongly indented sequence", "a list item '- ' was expected here; is the line indented as the ones before it?"},
    {"indent for sequence", "this list is not indented as its key needs it"},
    {"sequence while in mapping", "this list is not indented as its key needs it"},
    {"end of block sequence", "a list item '- ' was expected here; is the line indented as the ones before it?"},
    {"sequence on the same line", "a list of '- ' lines begins on a line of its own; in one line write [ ]"},
    {"block sequence entries not allowed", "a list item '- ' is not allowed here; in one line write [ ]"},
    {"block entry", "a list item '- ' is not allowed here; in one line write [ ]"},
    {"wrongly indented", "a line of this text is not indented far enough"},
    {"expected node content", "a value was expected here"},
    {"trailing content", "more text after the closing quote; is a ',' or a line break missing?"},
    {"comment without whitespace", "a comment needs a blank before its '#'"},
    {"tag", "tags (!…) are not part of the model language; leave this one out"},
    {"URI", "tags (!…) are not part of the model language; leave this one out"},
    {"two anchors", "a value can have one anchor only"},
    {"anchor plus alias", "an alias cannot have an anchor"},
    {"unexpected alias", "an alias is not allowed here"},
    {"unicode", "this character is not allowed in the name of an anchor"},
    {"version", "this version of YAML is not known; leave the line out"},
    {"directive", "a directive is not allowed here"},
    {"missing document start", "more text after the end of the model"},
    {"after document end", "more text after the end of the model"},
    {"expected stream end", "more text after the end of the model"},
    {"indentation indicator", "the number after | or > must be 1 to 9"},
    {"block scalar",
     "the text after | or > is not well formed; it begins on the next line, indented further than its key"},
};

const char *trm_yaml_syntax_text(const char *message) {
  for (size_t i = 0; i < sizeof translations / sizeof translations[0]; i++)
    if (strstr(message, translations[i].fragment)) return translations[i].sentence;
  return 0;
}
