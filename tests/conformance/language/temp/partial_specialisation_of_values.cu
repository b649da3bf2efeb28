// case: partial_specialisation_of_values
// spec: [temp.spec.partial]/1
// accept: the static assertions hold
template <int N, int M> constexpr int v = 0;
template <int N> constexpr int v<N, N> = 1;
template <int N> constexpr int v<N, 0> = 2;
static_assert(v<1, 2> == 0 && v<3, 3> == 1 && v<3, 0> == 2);
extern "C" __tile_global__ void test(int *p) {}
