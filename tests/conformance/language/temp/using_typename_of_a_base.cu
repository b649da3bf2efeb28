// case: using_typename_of_a_base
// spec: [namespace.udecl]/18 `using typename` of a dependent base names a type in the class
// arg: out i32[1]
// expect: [7]
template <class X> struct A {
    using value = X;
};
template <class T> struct B : A<T> {
    using typename A<T>::value;
    value v;
};
template <class T> struct C : T {
    using typename T::value;
    value q;
};
static_assert(sizeof(B<int>) == 4 && sizeof(C<A<char>>) == 1);
extern "C" __tile_global__ void test(int* p) { *p = B<int>{{}, 7}.v; }
