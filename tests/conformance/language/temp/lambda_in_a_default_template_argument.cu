// case: lambda_in_a_default_template_argument
// spec: [expr.prim.lambda.closure]/1, [temp.arg]/8
// shows: each call that uses a default template argument with a lambda has a closure type of its own
// arg: out i32[2]
// expect: [0, 1]
#include <cuda_tile.h>

template <class A, class B> constexpr bool is_same = false;
template <class A> constexpr bool is_same<A, A> = true;
template <class T, class F = decltype([] {})> __tile__ constexpr F tag(T) { return {}; }

extern "C" __tile_global__ void test(int *p) {
  auto one = tag(1);
  p[0] = is_same<decltype(one), decltype(tag(1))>;
  p[1] = is_same<decltype(one), decltype(one)>;
}
