// case: variable_specialised_twice
// spec: [basic.def.odr]/1, [temp.expl.spec]
// accept: they are of two specialisations
template <class T> constexpr int size_class = 0;
template <> constexpr int size_class<int> = 1;
template <> constexpr int size_class<unsigned> = 2;
extern "C" __tile_global__ void test(int* out) { *out = size_class<int>; }
