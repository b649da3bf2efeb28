// case: constraints_of_equal_parameters
// spec: [temp.func.order]/6
// accept: the more constrained of each pair
template <int N> struct I { static constexpr int v = N; };
template <class T> concept C = sizeof(T) == 4;
template <class T> concept D = C<T> && true;
template <C T> I<1> f(T);
template <D T> I<2> f(T);
template <C T> I<3> g(const T&);
I<4> g(const D auto&);
template <C T, int N = 2> I<5> h(T);
template <D T> I<6> h(T);
static_assert(decltype(f(1))::v == 2 && decltype(g(1))::v == 4);
template <class T> concept Called = requires(T t) { h(t); };
static_assert(!Called<int>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
