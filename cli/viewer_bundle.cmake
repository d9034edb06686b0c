# cmake -DOUTPUT=viewer_bundle.c -DINPUT=viewer.js -P viewer_bundle.cmake: the viewer as a C text.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUTPUT} "#include \"page.h\"\n\nstatic const unsigned char bytes[] = {${bytes}0};
const char *const page_bundle = (const char *)bytes;\n")
