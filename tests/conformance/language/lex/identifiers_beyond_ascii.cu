// case: identifiers_beyond_ascii
// spec: [lex.name]
// arg: i32 = 3
// arg: out i32[4]
// expect: [3, 4, 5, 6]
// note: a universal character name in an identifier is the character that it names.
#define größe(x) ((x) + 1)

extern "C" __tile_global__ void test(int n, int* out) {
    int α = n;
    int caf\u00e9 = größe(n);
    int 数値 = 5;
    int x_\U0001D7D8 = n * 2;
    out[0] = \u03B1;
    out[1] = café;
    out[2] = \u6570\u5024;
    out[3] = x_\U0001D7D8;
}
