// case: condition_without_value
// spec: [stmt.pre]
// accept: the same, corrected

extern "C" __tile_global__ void test(int* out, int n) {
    while (int x = n--) { *out = x; }
}
