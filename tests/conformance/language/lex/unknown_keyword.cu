// case: unknown_keyword
// spec: [lex.key]
// reject: E0217 one letter off

extern "C" __tile_global__ void test(int* out, int n) {
    cosnt int x = n;
    *out = n;
}
