// case: new_destructor_runs
// spec: [expr.const]/5
// accept: the static assertions hold
struct C {
    int &n;
    constexpr C(int &n) : n(n) { ++n; }
    constexpr ~C() { n += 10; }
};
constexpr int f() {
    int n = 0;
    C *c = new C(n);
    delete c;
    return n;
}
static_assert(f() == 11);
extern "C" __tile_global__ void test(int *p) {}
