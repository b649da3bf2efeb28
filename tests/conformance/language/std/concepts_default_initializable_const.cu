// case: concepts_default_initializable_const
// spec: [concept.default.init]
// arg: out i32[1]
// expect: [0]
#include <concepts>

static_assert(!std::default_initializable<int const> && std::default_initializable<int>);
extern "C" __tile_global__ void test(int* out) { *out = std::default_initializable<int const>; }
