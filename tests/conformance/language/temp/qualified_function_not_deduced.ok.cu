// case: qualified_function_not_deduced
// spec: [temp.deduct.call]/4 [dcl.fct]/7
// accept: a reference to a const parameter binds to a function, whose type stays as it is
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
template <class T> constexpr bool is_plain(const T&) { return same<T, int(int)>; }
template <class T> constexpr int pick(const T*) { return 1; }
constexpr int pick(...) { return 2; }
constexpr int twice(int n) { return 2 * n; }
static_assert(is_plain(twice));
static_assert(pick(&twice) == 2);
extern "C" __tile_global__ void test(int* out) { *out = pick(out); }
