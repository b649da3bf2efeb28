// case: head_without_parentheses
// spec: [stmt.select.general]
// reject: E0201 the condition stands in parentheses; the blocks behind it are fine

extern "C" __tile_global__ void test(int* out, int n) {
    if n > 3 {
        *out = 2;
    } else {
        *out = 3;
    }
    *out += 1;
}
