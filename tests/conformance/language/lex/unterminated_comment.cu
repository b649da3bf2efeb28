// case: unterminated_comment
// spec: [lex.comment]
// reject: E0101 the file ends inside a comment
extern "C" __tile_global__ void test(int* out) { *out = 1; }
/* this is not closed
