// case: alias_and_variable_of_one_name
// spec: [basic.scope.namespace]
// accept: the same, corrected
struct Index {};
constexpr int Index = 3;
extern "C" __tile_global__ void test(int* out) { *out = Index + sizeof(struct Index); }
