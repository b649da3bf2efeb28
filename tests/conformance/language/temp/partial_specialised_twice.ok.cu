// case: partial_specialised_twice
// spec: [basic.def.odr]/1, [temp.spec.partial]
// accept: the first is a declaration only, and another one is constrained
template <class T, class U> struct pair_of { static constexpr int n = 0; };
template <class T> struct pair_of<T, T*>;
template <class V> struct pair_of<V, V*> { static constexpr int n = 2; };
template <class V> requires (sizeof(V) == 2) struct pair_of<V, V*> { static constexpr int n = 3; };
static_assert(pair_of<int, int*>::n == 2 && pair_of<short, short*>::n == 3);
extern "C" __tile_global__ void test(int* out) { *out = pair_of<int, int*>::n; }
