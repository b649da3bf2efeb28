// case: inherited_of_two_bases_ambiguous
// spec: [class.inhctor.init]/1
// reject: E0501 the construction of `D` from (int) is ambiguous
struct A {
    constexpr A(int) {}
};
struct B {
    constexpr B(int) {}
};
struct D : A, B {
    using A::A;
    using B::B;
};
extern "C" __tile_global__ void test(int *p) { D d(1); }
