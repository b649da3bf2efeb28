// case: typename_missing_in_sizeof
// spec: [temp.res.general]/4
// accept: said to be a type
struct Traits { using type = short; };
template <class T> __tile__ int size() { return sizeof(typename T::type); }
extern "C" __tile_global__ void test(int* out) { *out = size<Traits>(); }
