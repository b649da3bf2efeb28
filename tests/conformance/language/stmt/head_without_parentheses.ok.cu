// case: head_without_parentheses
// spec: [stmt.select.general]
// accept: the same, corrected

extern "C" __tile_global__ void test(int* out, int n) {
    if (n > 3) {
        *out = 2;
    } else {
        *out = 3;
    }
    *out += 1;
}
