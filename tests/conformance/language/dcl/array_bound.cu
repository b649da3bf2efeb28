// case: array_bound
// spec: [dcl.array]/6
// accept: the static assertions hold
extern int e[];
int e[7];
static_assert(sizeof(e) == 28);
struct S {
    static const int q[];
};
const int S::q[] = {4, 5};
static_assert(sizeof(S::q) == 8);
extern "C" __tile_global__ void test(int *p) {}
