// case: inherited_access_is_of_base
// spec: [class.inhctor.init]/1
// reject: E0317 `D(int)` is protected in `D`
class B {
  protected:
    constexpr B(int) {}

  public:
    constexpr B(char) {}
};
struct D : B {
    using B::B;
};
extern "C" __tile_global__ void test(int *p) { D d(1); }
