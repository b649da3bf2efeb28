// case: typename_missing_in_sizeof
// spec: [temp.res.general]/4
// reject: E0304 a dependent name is a value as operand
struct Traits { using type = short; };
template <class T> __tile__ int size() { return sizeof(T::type); }
extern "C" __tile_global__ void test(int* out) { *out = size<Traits>(); }
