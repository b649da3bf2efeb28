// case: alias_and_variable_of_one_name
// spec: [basic.scope.namespace]
// reject: E0309 even if it is unused
using Index = int;
constexpr int Index = 3;
extern "C" __tile_global__ void test(int* out) { *out = 1; }
