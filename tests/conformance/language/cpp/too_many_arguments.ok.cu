// case: too_many_arguments
// spec: [cpp.replace]
// accept: in parentheses it does not, or in a rest
template <class A, class B> struct Pair { A a; B b; };
#define SIZE(...) sizeof(__VA_ARGS__)
extern "C" __tile_global__ void test(int* out) { *out = SIZE(Pair<int, int>); }
