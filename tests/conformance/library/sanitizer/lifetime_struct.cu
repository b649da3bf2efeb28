// case: lifetime_struct
// spec: [basic.life]
// ub: rule 12: the object has ended
// arg: inout i32[8] = iota
// arg: i32 = 2
struct S {
    int a, b;
};
struct P {
    S* q;
};
extern "C" __tile_global__ void test(int* o, int n) {
    P p;
    {
        S s{n, 2};
        p.q = &s;
    }
    o[0] = p.q->b;
}
