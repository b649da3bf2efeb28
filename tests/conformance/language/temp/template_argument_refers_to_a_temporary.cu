// case: template_argument_refers_to_a_temporary
// spec: [temp.arg.nontype]/3
// reject: E0403 a template argument does not refer to a temporary object
constexpr const int& reference = 5;
template<const int& R> constexpr int value = R;
static_assert(value<reference> == 5);

extern "C" __tile_global__ void test(int*) {}
