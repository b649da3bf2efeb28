// case: typename_of_a_value
// spec: [namespace.udecl]/16, [temp.res.general]/5
// reject: E0310 `T::a` is a variable
// note: g++ 12 takes any member; clang 19 refuses it, as the clause does
struct A {
    static constexpr int a = 1;
};
template <class T> struct B : T {
    using typename T::a;
};
static_assert(sizeof(B<A>::a) == 4);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
