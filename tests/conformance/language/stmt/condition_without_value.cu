// case: condition_without_value
// spec: [stmt.pre]
// reject: E0201 a condition that declares has a brace-or-equal-initializer

extern "C" __tile_global__ void test(int* out, int n) {
    while (int x) { *out = x; }
}
