// case: list_by_explicit_conversion_function
// spec: [over.match.funcs.general]/8, [dcl.init.list]/3
// accept: in direct-list-initialisation an explicit conversion function to the class itself counts
struct A {
    int v;
    constexpr A(int i) : v(i) {}
    constexpr A(const A& o) : v(o.v) {}
};
struct C {
    int n;
    constexpr explicit operator A() const { return A(n); }
};
constexpr int of_braces() {
    C c{4};
    A a{c};
    return a.v;
}
static_assert(of_braces() == 4);
static_assert(A{C{5}}.v == 5);
template<class T> concept Converts = requires(C c, void (*f)(T)) { f(c); };
static_assert(!Converts<A>);

extern "C" __tile_global__ void test(int*) {}
