// case: union_constexpr
// spec: [expr.const], [class.union.general]
// arg: out i32[2]
// expect: [5, 3]
// note: a constant evaluation knows the active member; assigning another makes that active.
union U {
    int i;
    float f;
};
constexpr int change() {
    U u = {.f = 2.5f};
    u.i = 5;
    return u.i;
}
constexpr U STORED = {3};

extern "C" __tile_global__ void test(int* out) {
    constexpr int n = change();
    out[0] = n;
    out[1] = STORED.i;
}
