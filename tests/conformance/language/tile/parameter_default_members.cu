// case: parameter_default_members
// spec: [class.mem.general] no constructor runs for an argument: it has what the launch passes
// arg: out i32[2]
// arg: struct = {i32 = 8, i32 = 9}
// expect: [8, 9]
#include "cuda_tile.h"

struct Config {
    int a = 1;
    const int b = 2;
    constexpr Config() = default;
    constexpr Config(int a) : a(a) {}
};
extern "C" __tile_global__ void test(int* out, Config config) {
    out[0] = config.a;
    out[1] = config.b;
}
