// case: member_initialiser_uses_this
// spec: [class.mem.general]/10
// accept: the static assertions hold
struct S {
    int a = 3;
    int b = this->a * 2;
    int *p = &this->a;
    constexpr S() {}
};
constexpr int f() {
    S s;
    return s.b + *s.p;
}
static_assert(f() == 9);
extern "C" __tile_global__ void test(int *p) {}
