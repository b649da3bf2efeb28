// case: deprecated_namespace
// spec: [dcl.attr.deprecated]/4
// warns: E0531 a namespace with the attribute is named
namespace [[deprecated("use new_way")]] old_way { constexpr int one = 1; }
namespace new_way { constexpr int one = 1; }
extern "C" __tile_global__ void test(int* out) { *out = old_way::one + new_way::one; }
