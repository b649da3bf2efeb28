// case: variable_specialised_twice
// spec: [basic.def.odr]/1, [temp.expl.spec]
// reject: E0309 the second definition is of the same specialisation
template <class T> constexpr int size_class = 0;
template <> constexpr int size_class<int> = 1;
template <> constexpr int size_class<int> = 2;
extern "C" __tile_global__ void test(int* out) { *out = size_class<int>; }
