// case: forwarding_in_function_types
// spec: [temp.deduct.type]/10 a forwarding reference is one in the declaration of a function, not in a type that is matched
// accept: a partial specialisation and the type of a parameter match rvalue references alone
template<class> constexpr int v = 0;
template<class T> constexpr int v<int(T&&)> = 1;
static_assert(v<int(char&)> == 0 && v<int(char&&)> == 1);
template<class T> constexpr int f(int (*)(T&&)) { return 1; }
constexpr int f(...) { return 0; }
int l(char&);
int r(char&&);
static_assert(f(&l) == 0 && f(&r) == 1);
template<class T> int g(T&&);
constexpr int taken(int (*)(char&)) { return 2; }
static_assert(taken(&g) == 2);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
