// case: alias_hides_a_template_parameter_unused
// spec: [temp.local]/6
// reject: E0309 even if the class template is not instantiated
template <int N> struct Box {
    __tile__ int get() { using N = float; return sizeof(N); }
};
extern "C" __tile_global__ void test(int* out) { *out = 1; }
