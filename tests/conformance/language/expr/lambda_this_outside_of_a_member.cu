// case: lambda_this_outside_of_a_member
// spec: [expr.prim.lambda.capture]
// reject: E0515 invalid use of `this` outside of a non-static member function
extern "C" __tile_global__ void test(int n, int* out) {
    auto f = [this] { return 1; };
    *out = f();
}
