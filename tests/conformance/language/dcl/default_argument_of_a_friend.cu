// case: default_argument_of_a_friend
// spec: [dcl.fct.default]/4
// reject: E0324 the friend declaration does not define the function
struct A {
    friend constexpr int f(A, int n = 3);
};
extern "C" __tile_global__ void test(int* out) { *out = sizeof(A); }
