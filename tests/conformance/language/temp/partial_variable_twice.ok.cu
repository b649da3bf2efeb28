// case: partial_variable_twice
// spec: [basic.def.odr]/1, [temp.spec.partial]
// accept: they are of two
template <class T> constexpr int depth = 0;
template <class T> constexpr int depth<T*> = 1;
template <class U> constexpr int depth<U**> = 2;
static_assert(depth<int**> == 2);
extern "C" __tile_global__ void test(int* out) { *out = depth<int*>; }
