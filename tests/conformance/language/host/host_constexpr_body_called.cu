// case: host_constexpr_body_called
// spec: tile: host code
// reject: E0201 the kernel calls the function, so its body has to be right

constexpr int twice(int x) {
    int y = 2 * x
    return y;
}

extern "C" __tile_global__ void test(int* out, int n) { *out = twice(n) + twice(n + 1); }
