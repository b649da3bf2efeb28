// case: elaborated_hides
// spec: [dcl.type.elab]/1
// accept: the static assertions hold
struct S {
    int a;
};
int S;
struct S s{3};
constexpr unsigned long n = sizeof(struct S);
static_assert(n == 4);
enum E { x };
void E();
enum E e = x;
extern "C" __tile_global__ void test(int *p) {}
