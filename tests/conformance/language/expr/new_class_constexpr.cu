// case: new_class_constexpr
// spec: [expr.const]/5
// accept: the static assertions hold
struct N {
    N *next;
    int v;
    constexpr N(N *n, int v) : next(n), v(v) {}
    constexpr ~N() { delete next; }
};
constexpr int f() {
    N *n = new N(new N(nullptr, 1), 2);
    int r = n->v * 10 + n->next->v;
    delete n;
    return r;
}
static_assert(f() == 21);
extern "C" __tile_global__ void test(int *p) {}
