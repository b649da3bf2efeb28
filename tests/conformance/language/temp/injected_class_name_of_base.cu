// case: injected_class_name_of_base
// spec: [temp.local]/1
// accept: the static assertions hold
template <class T> struct A {
    T v = 5;
};
struct B : A<int> {
    constexpr A f() const { return A{}; }
    constexpr A<long> g() const { return A<long>{}; }
};
static_assert(B{}.f().v == 5 && sizeof(B{}.g().v) == 8);
extern "C" __tile_global__ void test(int *p) {}
