// case: attributes_on_statements
// spec: [stmt.pre]
// arg: out i32[4]
// arg: i32 = 2
// expect: [12, 5, 3, 7]

extern "C" __tile_global__ void test(int* out, int n) {
    [[vendor::block]] { out[0] = 1; }
    if (n > 1) [[likely]] out[0] = 12; else [[unlikely]] out[0] = 13;
    [[vendor::loop]] for (int i [[maybe_unused]] = 0; i < 1; ++i) [[vendor::body]] out[1] = 5;
    switch (n) {
        [[likely]] case 2: out[2] = 3; [[fallthrough]];
        [[unlikely]] default: out[3] = 7;
    }
    [[maybe_unused]] [[vendor::empty]];
    [[maybe_unused]] typedef int L;
}
