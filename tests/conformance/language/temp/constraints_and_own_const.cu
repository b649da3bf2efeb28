// case: constraints_and_own_const
// spec: [dcl.fct]/5 the qualifiers of a parameter itself do not keep constraints from ordering templates
// arg: out i32[1]
// expect: [2]
template <class T> concept C = sizeof(T) > 0;
template <class T> concept D = C<T> && sizeof(T) == 4;
template <C T> constexpr int f(const T) { return 1; }
template <D T> constexpr int f(T) { return 2; }
template <C T> constexpr int g(T*, T* const) { return 1; }
template <D T> constexpr int g(T* const, T*) { return 2; }
static_assert(f(1) == 2 && f('a') == 1 && g((int*)0, (int*)0) == 2);
extern "C" __tile_global__ void test(int* p) { *p = f(1); }
