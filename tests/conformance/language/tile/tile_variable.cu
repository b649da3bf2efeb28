// case: tile_variable
// spec: [basic.stc.static] `__tile__` variables of namespaces and classes
// arg: out i32[4]
// arg: i32 = 3
// expect: [23, 8, 104, 0]
#include "cuda_tile.h"

namespace app {
__tile__ int first = 20;
inline namespace v1 {
__tile__ int second = 5;
}
}  // namespace app

struct Config {
    static int level;
};
__tile__ int Config::level = 101;
__tile__ int zeroed;

extern "C" __tile_global__ void test(int* out, int n) {
    app::first += n;
    app::second += n;
    Config::level += n;
    out[0] = app::first;
    out[1] = app::v1::second;
    out[2] = Config::level;
    out[3] = zeroed;
}
