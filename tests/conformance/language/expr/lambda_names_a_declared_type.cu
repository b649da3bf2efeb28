// case: lambda_names_a_declared_type
// spec: [expr.prim.lambda.capture]/7, [dcl.type.decltype]
// accept: `decltype` of a name alone uses no variable, so that nothing is captured
constexpr bool captures() {
    int x = 4;
    auto of_name = [=](int n) { return decltype(x)(n); };
    auto of_object = [=] { return sizeof(decltype((x))) + x; };
    return sizeof(of_name) == 1 && sizeof(of_object) == sizeof(int) && of_name(3) == 3;
}
static_assert(captures());

extern "C" __tile_global__ void test(int*) {}
