// case: address_of_mixed_overloads
// spec: [temp.deduct.call]/6 a set with templates deduces nothing
// reject: E0312 no `g` takes (overloaded `f`)
struct A {};
template<class T> int f(T);
char f(A);
template<class T> constexpr int g(T) { return 1; }
static_assert(g(&f) == 1);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
