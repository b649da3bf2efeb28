// case: lifetime_struct_twin
// spec: [basic.life]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
struct S {
    int a, b;
};
struct P {
    S* q;
};
extern "C" __tile_global__ void test(int* o, int n) {
    P p;
    S s{n, 2};
    {
        p.q = &s;
    }
    o[0] = p.q->b;
}
