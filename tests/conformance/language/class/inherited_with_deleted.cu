// case: inherited_with_deleted
// spec: [class.inhctor.init]/1
// reject: E0502 `D(int)` is deleted
struct A {
    A(int) = delete;
    constexpr A(long) {}
};
struct D : A {
    using A::A;
};
extern "C" __tile_global__ void test(int *p) { D d(1); }
