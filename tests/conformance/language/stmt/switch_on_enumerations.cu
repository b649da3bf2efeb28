// case: switch_on_enumerations
// spec: [stmt.switch] [dcl.enum] scoped and unscoped enumerations
// grid: 3
// arg: out i32[3]
// expect: [10, 22, 34]
#include "cuda_tile.h"

enum class Color : unsigned char { Red, Green, Blue };
enum Plain { Zero, One, Two };

extern "C" __tile_global__ void test(int* out) {
    unsigned i = cuda::tiles::bid().x;
    int value = 0;
    switch (static_cast<Color>(i)) {
        case Color::Red: value = 10; break;
        case Color::Green: value = 20; break;
        case Color::Blue: value = 30; break;
    }
    switch (static_cast<Plain>(i)) {
        case Zero: break;
        case One: value += 2; break;
        case Two: value += 4; break;
    }
    out[i] = value;
}
