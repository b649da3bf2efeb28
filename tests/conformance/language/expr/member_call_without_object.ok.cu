// case: member_call_without_object
// spec: [over.call.func]/3 the chosen function is static
// accept: the overload that is chosen is static
struct S {
    long g(int);
    static int g(double);
};
using R = decltype(S::g(1.0));
static_assert(sizeof(R) == sizeof(int));
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
