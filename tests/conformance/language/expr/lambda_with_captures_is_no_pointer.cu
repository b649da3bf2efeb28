// case: lambda_with_captures_is_no_pointer
// spec: [expr.prim.lambda.closure]
// reject: E0503 a closure with captures has no function to point to
extern "C" __tile_global__ void test(int n, int* out) {
    int (*f)(int) = [n](int x) { return x + n; };
    *out = f(1);
}
