// case: union_initialization
// spec: [dcl.init.aggr]/18, [class.union]
// arg: i32 = 65
// arg: out i32[3]
// expect: [65, 66, 6]
union U { int i; float f; char c; };
struct Tagged {
    int tag;
    union { int i; float f; };
};

extern "C" __tile_global__ void test(int n, int* out) {
    U u = {n};
    out[0] = u.i;
    Tagged t{1, {n}};
    out[1] = t.tag + t.i;
    t.f = 1.5f;
    out[2] = static_cast<int>(t.f * 4);
}
