// case: comments
// spec: [lex.comment]
// arg: i32 = 7
// arg: out i32[4]
// expect: [3, 7, 8, 12]
// note: a comment is one blank; neither kind starts inside the other, or inside a literal.
#define JOIN(a, b) a/**/b

extern "C" __tile_global__ void test(int n, int* out) {
    int x = n /* // not to the end of the line */ - 4;
    out[0] = x;
    // this one does not open: /*
    out[1] = n;
    // nor does this one close: */
    int const one = 1;
    out[2] = n JOIN(+, one);
    out[3] = sizeof("/* text */ ") + 0 /**/ * 3 /***/;
}
