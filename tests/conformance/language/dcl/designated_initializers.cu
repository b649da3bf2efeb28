// case: designated_initializers
// spec: [dcl.init.aggr]/3, [dcl.init.list]/3.1
// arg: i32 = 4
// arg: out i32[5]
// expect: [140, 329, 131, 6, 5]
struct P { int x = 1, y = 2, z; };
struct N { P p; int k[2] = {5, 6}; };
union U { int i; float f; };
__tile__ int sum(P p) { return p.x * 100 + p.y * 10 + p.z; }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = sum({.y = n});
    out[1] = sum(P{.x = 3, .z = 9});
    N a{.p = {.z = n}, .k = {7}};
    out[2] = sum(a.p) + a.k[0] + a.k[1];
    N b = {.p{.x = 0, .y = 0}};
    out[3] = sum(b.p) + b.k[1];
    U u{.f = 2.5f};
    out[4] = static_cast<int>(u.f * 2);
}
