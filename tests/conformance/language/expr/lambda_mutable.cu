// case: lambda_mutable
// spec: [expr.prim.lambda.closure]
// arg: i32 = 4
// arg: out i32[5]
// expect: [5, 6, 4, 5, 7]
extern "C" __tile_global__ void test(int n, int* out) {
    int x = n;
    auto f = [x]() mutable { return ++x; };
    out[0] = f();
    out[1] = f();
    out[2] = x;
    auto g = [x]() mutable { return ++x; };
    auto h = g;
    g();
    out[3] = h();
    auto r = [&x] { x += 3; };
    r();
    out[4] = x;
}
