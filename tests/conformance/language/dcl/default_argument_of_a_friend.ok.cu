// case: default_argument_of_a_friend
// spec: [dcl.fct.default]/4
// accept: it defines the function
struct A {
    friend constexpr int f(A, int n = 3) { return n; }
};
extern "C" __tile_global__ void test(int* out) { *out = f(A{}); }
