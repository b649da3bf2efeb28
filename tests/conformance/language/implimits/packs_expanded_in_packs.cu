// case: packs_expanded_in_packs
// spec: [implimits]
// reject: E0417 four hundred million elements
#include <utility>

template <std::size_t... I>
constexpr int square(std::index_sequence<I...>) {
    return ((I * (0 + ... + I)) + ...);
}
extern "C" __tile_global__ void test(int* out) { *out = square(std::make_index_sequence<20000>()); }
