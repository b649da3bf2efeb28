// case: list_elements_are_potentially_constant
// spec: [expr.const]/21, [temp.inst]/8
// accept: the same, corrected
struct M {
    constexpr operator int() const { return 1; }
};
struct Q {
    int a;
    template<class T> constexpr Q(T t) : a(0 + t) {}
};
struct A {
    Q q;
};
template<class T> concept Makes = requires { T{M{}}; };
static_assert(Makes<A>);

extern "C" __tile_global__ void test(int*) {}
