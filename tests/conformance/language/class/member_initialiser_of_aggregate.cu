// case: member_initialiser_of_aggregate
// spec: [class.mem.general]/10
// accept: the static assertions hold
struct S {
    int a;
    int b = a + 1;
    int c = b * 2;
};
static_assert(S{3}.c == 8 && S{.a = 1, .c = 5}.b == 2);
extern "C" __tile_global__ void test(int *p) {}
