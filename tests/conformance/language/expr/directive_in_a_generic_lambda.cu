// case: directive_in_a_generic_lambda
// spec: [expr.prim.lambda.closure]/5, [namespace.udir], [enum.udecl]
// arg: out i32[3]
// expect: [11, 3, 4]
// note: names that a directive in the body makes visible, and the member of offsetof
#include <cstddef>
namespace n { constexpr int ten = 10; }
enum class Size { small = 1, large = 2 };
struct Pair { int first; int second; };
extern "C" __tile_global__ void test(int* out) {
    auto add = [](auto x) { using namespace n; return x + ten; };
    auto both = [](auto x) { using enum Size; return x + static_cast<int>(large); };
    auto place = [](auto x) { return static_cast<int>(offsetof(Pair, second)) * x; };
    out[0] = add(1);
    out[1] = both(1);
    out[2] = place(1);
}
