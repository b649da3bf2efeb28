// case: partial_specialised_twice
// spec: [basic.def.odr]/1, [temp.spec.partial]
// reject: E0309 the second definition is of the same partial specialisation
template <class T, class U> struct pair_of { static constexpr int n = 0; };
template <class T> struct pair_of<T, T*> { static constexpr int n = 1; };
template <class V> struct pair_of<V, V*> { static constexpr int n = 2; };
extern "C" __tile_global__ void test(int* out) { *out = pair_of<int, int*>::n; }
