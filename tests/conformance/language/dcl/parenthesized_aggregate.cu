// case: parenthesized_aggregate
// spec: [dcl.init.general]/16.6.2.2
// arg: i32 = 5
// arg: out i32[5]
// expect: [54, 15, 7, 5, 9]
struct P { int x, y = 4; };
struct Q { P p; double d; };

extern "C" __tile_global__ void test(int n, int* out) {
    P p(n);
    out[0] = p.x * 10 + p.y;
    P q(1.9, n);                // narrowing is allowed
    out[1] = q.x * 10 + q.y;
    int a[3](n, 2);
    out[2] = a[0] + a[1] + a[2];
    Q r(P(1, 2), 3);
    out[3] = r.p.y + static_cast<int>(r.d);
    out[4] = P(2, 3).y + static_cast<P>(6).x;
}
