// case: partial_variable_twice
// spec: [basic.def.odr]/1, [temp.spec.partial]
// reject: E0309 the second definition is of the same partial specialisation
template <class T> constexpr int depth = 0;
template <class T> constexpr int depth<T*> = 1;
template <class U> constexpr int depth<U*> = 2;
extern "C" __tile_global__ void test(int* out) { *out = depth<int*>; }
