// case: block_hides_a_template_parameter_unused
// spec: [temp.local]/6
// reject: E0309 even if the template is not instantiated
template <class T> __tile__ int one(T value) { { int T = 1; return T; } }
extern "C" __tile_global__ void test(int* out) { *out = 1; }
