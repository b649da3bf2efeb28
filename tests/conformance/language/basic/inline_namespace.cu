// case: inline_namespace
// spec: [namespace.def]/8
// arg: out i32[4]
// expect: [2, 1, 3, 2]
// note: members of an inline namespace are members of the enclosing one: for lookup, for argument-dependent lookup, for specialisation.
namespace lib {
namespace v1 { __tile__ int f() { return 1; } }
inline namespace v2 {
__tile__ int f() { return 2; }
struct T {};
template <class> struct Size { static constexpr int n = 0; };
}
__tile__ int g(T) { return 3; }
template <> struct Size<int> { static constexpr int n = 2; };
}
extern "C" __tile_global__ void test(int* out) {
    out[0] = lib::f();
    out[1] = lib::v1::f();
    out[2] = g(lib::v2::T{});
    out[3] = lib::Size<int>::n;
}
