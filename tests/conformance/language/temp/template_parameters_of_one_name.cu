// case: template_parameters_of_one_name
// spec: [temp.local]/6
// reject: E0309 two parameters are called alike
template <class T, class T> struct Pair {};
extern "C" __tile_global__ void test(int* out) { *out = 1; }
