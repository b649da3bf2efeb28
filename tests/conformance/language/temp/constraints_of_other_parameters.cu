// case: constraints_of_other_parameters
// spec: [temp.func.order]/6
// reject: E0501 constraints decide between parameters of the same types
template <class T> concept C = sizeof(T) == 4;
template <class T> concept D = C<T> && true;
template <C T> void f(T&&);
template <D T> void f(T);
using R = decltype(f(1));
static_assert(sizeof(R*) == 8);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
