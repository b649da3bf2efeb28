// case: else_without_if
// spec: [stmt.if]
// reject: E0211 the `;` has ended the if

extern "C" __tile_global__ void test(int* out, int n) {
    if (n > 0);
    { *out = 1; }
    else { *out = 2; }
}
