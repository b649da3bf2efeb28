// case: typename_missing_in_a_functional_cast
// spec: [temp.res.general]/4
// accept: said to be a type
struct Traits { using type = int; };
template <class T> __tile__ int cut(float x) { return typename T::type(x); }
extern "C" __tile_global__ void test(int* out, float x) { *out = cut<Traits>(x); }
