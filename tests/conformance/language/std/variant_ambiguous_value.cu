// case: variant_ambiguous_value
// spec: [variant.ctor]
// reject: E0312 two alternatives are equally good for the value
#include <variant>

extern "C" __tile_global__ void test(short x) { std::variant<long, long long> v(x); }
