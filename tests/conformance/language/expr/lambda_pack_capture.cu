// case: lambda_pack_capture
// spec: [expr.prim.lambda.general]/5
// accept: the static assertions hold
template <class... T> constexpr int f(T... t) {
    return [... u = t + 1] { return (0 + ... + u); }();
}
static_assert(f(1, 2, 3) == 9);
extern "C" __tile_global__ void test(int *p) {}
