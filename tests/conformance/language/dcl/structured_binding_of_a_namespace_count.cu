// case: structured_binding_of_a_namespace_count
// spec: [dcl.struct.bind]/3
// reject: E0521 two elements and three names
constexpr int array[2] = {1, 2};
const auto& [a, b, c] = array;
static_assert(a == 1);

extern "C" __tile_global__ void test(int*) {}
