// case: lambda_copy_of_a_copy
// spec: [expr.prim.lambda.capture]/10
// arg: i32 = 5
// arg: out i32[3]
// expect: [750, 7, 11]
// note: the copy has the type of the variable, whatever the call operator of the lambda around it is
extern "C" __tile_global__ void test(int x, int* out) {
    auto outer = [x]() mutable {
        auto inner = [x]() mutable {
            x += 2;
            return x;
        };
        x = 50;
        return inner() * 100 + x;
    };
    out[0] = outer();
    auto constant = [x] {
        auto inner = [x]() mutable { return x += 2; };
        return inner();
    };
    out[1] = constant();
    auto by_default = [=] { return [=]() mutable { return x = x + 6; }(); };
    out[2] = by_default();
}
