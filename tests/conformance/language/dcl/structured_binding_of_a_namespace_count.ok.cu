// case: structured_binding_of_a_namespace_count
// spec: [dcl.struct.bind]/3
// accept: the same, corrected
constexpr int array[3] = {1, 2};
const auto& [a, b, c] = array;
static_assert(a == 1);

extern "C" __tile_global__ void test(int*) {}
