// case: new_array_of_classes
// spec: [expr.const]/5
// accept: the static assertions hold
struct S {
    int v = 2;
};
constexpr int f() {
    S *s = new S[3];
    int r = s[0].v + s[2].v;
    delete[] s;
    return r;
}
static_assert(f() == 4);
extern "C" __tile_global__ void test(int *p) {}
