//@ check
// The constraint of a partial specialisation that asks for what it is a specialisation of needs itself; clang and GCC refuse it.
template <class A, class B> constexpr bool v = true;
template <class T> requires v<int, T> constexpr bool v<int, T> = true; //~ error[E0411]
static_assert(v<int, int>);
// This asks for other arguments.
template <class T> constexpr int depth = 0;
template <class T> requires (depth<T> < 3) constexpr int depth<T *> = depth<T> + 1;
static_assert(depth<int ***> == 3);
static_assert(depth<int *****> == 1);
__tile_global__ void kernel(int *out) { out[0] = 1; }
