// case: decltype_in_names
// spec: [dcl.type.decltype], [expr.prim.id.qual]
// arg: out i32[2]
// expect: [4, 7]
struct S { static constexpr int k = 4; struct In { int v = 7; }; };
extern "C" __tile_global__ void test(int* out) {
    S s;
    out[0] = decltype(s)::k;
    decltype(s)::In in;
    out[1] = in.v;
}
