// case: packs_expanded_in_packs
// spec: [implimits]
// arg: out i32[1]
// expect: [39204000]
#include <utility>

template <std::size_t... I>
constexpr int square(std::index_sequence<I...>) {
    return ((I * (0 + ... + I)) + ...);
}
// 0 + ... + 99 = 4950; 4950 * 4950 = 24502500; 4950 * 2970 = 14701500.
extern "C" __tile_global__ void test(int* out) {
    *out = square(std::make_index_sequence<100>()) + 4950 * 2970;
}
