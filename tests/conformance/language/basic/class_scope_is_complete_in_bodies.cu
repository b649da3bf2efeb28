// case: class_scope_is_complete_in_bodies
// spec: [basic.scope.class]/1
// arg: i32 = 4
// arg: out i32[3]
// expect: [16, 5, 4]
// note: bodies, default arguments and default member initialisers see all members, also later ones.
constexpr int last = 3;
struct S {
    __tile__ int sum(int n = last) { return n + value; }
    int value = last;
    static constexpr int last = 5;
    __tile__ int twice() { return sum(last + value - 1); }
};

extern "C" __tile_global__ void test(int n, int* out) {
    S s;
    s.value = n;
    out[0] = s.sum() + ::last + n;                      // 5 + 4, 3, 4
    S t;
    out[1] = t.value;
    out[2] = t.twice() - 2 * t.value;                   // 9 + 5 - 10
}
