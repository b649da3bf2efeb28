// case: mutable_written_twice
// spec: [expr.prim.lambda.general]/3
// reject: E0208 each *lambda-specifier* at most once
extern "C" __tile_global__ void test(int* out, int n) {
    auto next = [n]() mutable mutable { return ++n; };
    *out = next();
}
