// case: lambda_captures_make_no_default
// spec: [expr.prim.lambda.closure]
// reject: E0502 a closure with captures has no default constructor
extern "C" __tile_global__ void test(int n, int* out) {
    auto f = [n] { return n; };
    decltype(f) g;
    *out = g();
}
