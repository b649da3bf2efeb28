// case: enum_of_class_outside
// spec: [temp.mem.enum]
// accept: the static assertions hold
struct A {
    enum class E : int;
};
enum class A::E : int { x = 7 };
static_assert((int)A::E::x == 7);
extern "C" __tile_global__ void test(int *p) {}
