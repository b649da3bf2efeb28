// case: parenthesized_declarators
// spec: [dcl.decl.general]
// arg: out i32[4]
// arg: i32 = 7
// expect: [7, 8, 7, 9]

extern "C" __tile_global__ void test(int* out, int n) {
    int (a) = n;
    int (b)(n + 1);
    int *(p) = &a;
    int ((c)){n + 2};
    out[0] = a;
    out[1] = b;
    out[2] = *p;
    out[3] = c;
}
