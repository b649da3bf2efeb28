// case: structured_bindings_alias_their_object
// spec: [dcl.struct.bind]/1, [dcl.struct.bind]/3
// arg: i32 = 3
// arg: out i32[4]
// expect: [13, 3, 3, 7]
// note: `auto&` refers to the object, `auto` to a copy of it.
struct P { int x; int y; };
extern "C" __tile_global__ void test(int n, int* out) {
    P p{n, 7};
    auto& [a, b] = p;
    auto [c, d] = p;
    a += 10;
    out[0] = p.x;
    out[1] = c;
    const auto& [e, f] = P{n, b};
    out[2] = e;
    out[3] = f + d - 7;
}
