// case: address_of_mixed_overloads
// spec: [over.over]/1, [temp.deduct.call]/6 a set with templates is chosen from by a target
// accept: the target chooses a specialisation
struct A {};
template<class T> int f(T);
char f(A);
constexpr int g(int (*)(int)) { return 1; }
static_assert(g(&f) == 1);
constexpr int h(char (*)(A)) { return 2; }
static_assert(h(&f) == 2 && h(f) == 2);
template<class... T> int p(T&&...);
constexpr int k(int (*)(bool&, char&&)) { return 3; }
static_assert(k(&p) == 3 && k(p) == 3);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
