// case: condition_scope
// spec: [basic.scope.block]/3
// arg: i32 = 5
// arg: out i32[4]
// expect: [5, 60, 4, 9]
// note: a name declared in a condition is in scope in both branches.
extern "C" __tile_global__ void test(int n, int* out) {
    if (int m = n) out[0] = m; else out[0] = -m;
    if (int m = n - 5) out[1] = m; else out[1] = m + 60;
    while (int m = n - 1) { out[2] = m; break; }
    switch (int m = n + 4) { default: out[3] = m; }
}
