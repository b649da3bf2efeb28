// case: array_bound_deduce
// spec: [dcl.array]/6
// accept: the static assertions hold
extern int e[];
template <class T, unsigned long N> constexpr unsigned long n(T (&)[N]) { return N; }
int e[5];
static_assert(n(e) == 5);
extern "C" __tile_global__ void test(int *p) {}
