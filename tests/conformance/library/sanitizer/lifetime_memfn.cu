// case: lifetime_memfn
// spec: [basic.life]
// ub: rule 12: the object has ended
// arg: inout i32[8] = iota
// arg: i32 = 2
struct S {
    int a;
    __tile__ S& me() { return *this; }
};
extern "C" __tile_global__ void test(int* o, int n) {
    S& r = S{n}.me();
    o[0] = r.a;
}
