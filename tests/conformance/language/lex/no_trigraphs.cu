// case: no_trigraphs
// spec: [lex.phases]
// arg: i32 = 0
// arg: out i32[3]
// expect: [4, 63, 11]
// note: C++17 removed trigraphs: `??/` is not a backslash and splices nothing.
extern "C" __tile_global__ void test(int i, int* out) {
    out[0] = sizeof("??=");
    out[1] = "??<"[i];
    out[2] = 1; // a comment that ends here??/
    out[2] = 11;
}
