// case: keyword_as_name
// spec: [lex.key], [lex.token]
// reject: E0204 a keyword names nothing
extern "C" __tile_global__ void test(int* out) {
    int concept = 1;
    *out = 1;
}
