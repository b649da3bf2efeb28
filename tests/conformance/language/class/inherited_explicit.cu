// case: inherited_explicit
// spec: [class.inhctor.init]/1
// reject: E0503 `int` does not convert to `D`
struct B {
    explicit constexpr B(int) {}
};
struct D : B {
    using B::B;
};
extern "C" __tile_global__ void test(int *p) { D d = 3; }
