// case: lambda_head_requires
// spec: [expr.prim.lambda.general]/5
// accept: the static assertions hold
constexpr auto f = []<class T>
    requires(sizeof(T) > 2)
(T x)
    requires(sizeof(T) < 8)
{ return 1; };
template <class T>
concept C = requires(T t) { f(t); };
static_assert(C<int> && !C<char> && !C<long>);
extern "C" __tile_global__ void test(int *p) {}
