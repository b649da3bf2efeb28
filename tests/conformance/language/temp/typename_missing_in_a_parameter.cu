// case: typename_missing_in_a_parameter
// spec: [temp.res.general]/4
// reject: E0304 the parameters of a function that is not a member are not type-only context
struct Traits { using type = int; };
template <class T> __tile__ int twice(T::type n, T) { return 2 * n; }
extern "C" __tile_global__ void test(int* out, int n) { *out = twice(n, Traits{}); }
