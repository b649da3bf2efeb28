// case: concepts_private_base
// spec: [concept.derived]
// arg: out i32[1]
// expect: [0]
#include <concepts>

struct B {};
class P : B {};
static_assert(!std::derived_from<P, B> && std::is_base_of_v<B, P> && !std::is_convertible_v<P*, B*>);
extern "C" __tile_global__ void test(int* out) { *out = std::derived_from<P, B>; }
