// case: braces_around_braces_of_a_scalar
// spec: [dcl.init.list]/3, [dcl.init.general]/16, [over.ics.list]
// accept: no such list initialises a scalar
template <class T> concept TwoBraces = requires { T{{}}; };
template <class T> concept TwoBracesWithValue = requires { T{{1}}; };
template <class T> concept ParenthesizedBraces = requires { T({}); };
template <class T> concept Empty = requires { T{}; };
struct C { int n; };
static_assert(!TwoBraces<int> && !TwoBracesWithValue<double> && !ParenthesizedBraces<int>);
static_assert(TwoBraces<C> && TwoBracesWithValue<C> && ParenthesizedBraces<C> && Empty<int>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
