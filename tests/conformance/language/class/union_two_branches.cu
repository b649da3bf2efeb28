// case: union_two_branches
// spec: [class.union.general]
// arg: i32[4] = [1, 0, 1, 0]
// arg: out i32[4]
// expect: [7, 2, 7, 2]
// note: different members become active in two branches; each is read where it is active.
union Number {
    int i;
    float f;
};
struct Tagged {
    bool is_int;
    Number n;
};

extern "C" __tile_global__ void test(int* in, int* out) {
    for (int k = 0; k < 4; ++k) {
        Tagged t;
        if (in[k]) {
            t.is_int = true;
            t.n.i = 7;
        } else {
            t.is_int = false;
            t.n.f = 2.5f;
        }
        out[k] = t.is_int ? t.n.i : static_cast<int>(t.n.f);
    }
}
