// case: constant_reference_in_a_lambda
// spec: [expr.prim.lambda.capture]/8, [expr.const]/5.12
// arg: out i32[4]
// expect: [2, 4, 7, 1]
// note: a constant reference of the function around names its object without a capture
constexpr int table[] = {1, 2, 4};
struct Pair { int first; int second; };
constexpr Pair pair{7, 8};
constexpr int one = 1;
extern "C" __tile_global__ void test(int* out) {
    constexpr auto& numbers = table;
    constexpr const Pair& both = pair;
    constexpr const int& single = one;
    auto at = [](auto i) { return numbers[i]; };
    auto first = [] { return both.first; };
    auto value = [](auto) { return single; };
    static_assert([] { return &single == &one; }());
    out[0] = at(1);
    out[1] = at(2);
    out[2] = first();
    out[3] = value(0);
}
