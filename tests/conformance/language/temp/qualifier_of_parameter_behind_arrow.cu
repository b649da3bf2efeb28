// case: qualifier_of_parameter_behind_arrow
// spec: [basic.lookup.classref]/4
// accept: a template parameter in front of `::` is not the injected name of a private base of its argument
template <class B> struct M : B {
    constexpr int f() { return this->B::f(); }
};
struct B {
    constexpr int f() { return 1; }
};
struct C : private B {
    using B::f;
};
static_assert(M<C>{}.f() == 1);

extern "C" __tile_global__ void test(int*) {}
