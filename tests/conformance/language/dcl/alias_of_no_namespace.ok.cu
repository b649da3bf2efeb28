// case: alias_of_no_namespace
// spec: [namespace.alias]
// accept: the same, corrected
namespace somewhere::at_all { constexpr int one = 1; }
namespace short_name = somewhere::at_all;
extern "C" __tile_global__ void test(int* out) { *out = short_name::one; }
