// case: adl_template_with_explicit_arguments
// spec: [temp.names]/2, [basic.lookup.argdep]
// arg: i32 = 3
// arg: out i32[1]
// expect: [12]
// note: since C++20 `f<...>(x)` needs no template of that name in sight.
namespace ns { struct T { int n; }; template <int N> __tile__ int scaled(T t) { return N * t.n; } }
extern "C" __tile_global__ void test(int n, int* out) { out[0] = scaled<4>(ns::T{n}); }
