// case: too_many_arguments
// spec: [cpp.replace]
// reject: E0146 a comma in angle brackets parts arguments
template <class A, class B> struct Pair { A a; B b; };
#define SIZE(type) sizeof(type)
extern "C" __tile_global__ void test(int* out) { *out = SIZE(Pair<int, int>); }
