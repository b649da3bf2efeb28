// case: alias_of_no_namespace
// spec: [namespace.alias]
// reject: E0301 even if it is unused
namespace short_name = nowhere::at_all;
extern "C" __tile_global__ void test(int* out) { *out = 1; }
