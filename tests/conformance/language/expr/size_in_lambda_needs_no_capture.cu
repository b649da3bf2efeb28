// case: size_in_lambda_needs_no_capture
// spec: [expr.prim.lambda.capture]/7, [expr.context]
// arg: out i32[2]
// expect: [4, 6]
// The operand of `sizeof` is not evaluated, so that the lambdas between need not capture it.
extern "C" __tile_global__ void test(int* out) {
    int x = 0;
    auto l = [&r = x](int n) { return [&](auto k) { return k + static_cast<int>(sizeof(x)); }(n); };
    out[0] = l(0);
    out[1] = [] { return [=](auto k) { return k + static_cast<int>(sizeof(x)); }(2); }();
}
