// case: parameter_standard_classes
// spec: [array] [pairs] [optional] [views.span] classes of the library as arguments, in their layout
// arg: struct = {inout i32[5] = [1, 2, 3, 4, 5], i64 = 5}
// arg: struct = {i32 = 10, i32 = 20, i32 = 30}
// arg: struct = {i16 = 2, f64 = 1.5}
// arg: struct = {i32 = 7, bool = true}
// arg: struct = {i32 = 9, bool = false}
// expect: [21, 2, 1, 7, 100]
#include "cuda_tile.h"
#include <array>
#include <optional>
#include <span>
#include <utility>

extern "C" __tile_global__ void test(std::span<int> out, std::array<int, 3> a,
                                     std::pair<short, double> p, std::optional<int> some,
                                     std::optional<int> none) {
    out[0] = a[p.first - 1] + out[0];
    out[1] = p.first;
    out[2] = static_cast<int>(p.second);
    out[3] = some.value_or(100);
    out[4] = none.value_or(100);
}
