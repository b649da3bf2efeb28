// case: member_call_without_object
// spec: [over.call.func]/3 a member function that is not static is called on an object, in unevaluated operands too
// reject: E0515 `g` is called on an object
struct S {
    long g(int);
    static int g(double);
};
using R = decltype(S::g(1));
static_assert(sizeof(R) == sizeof(long));
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
