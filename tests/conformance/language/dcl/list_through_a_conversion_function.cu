// case: list_through_a_conversion_function
// spec: [dcl.init.list]/3, [over.best.ics]/4
// arg: out i32[4]
// expect: [4, 4, 11, 4]
// The element of a list may convert to the class itself, without a copy; in a list of a list it may not.
struct B {
    int v;
    constexpr B(int v) : v(v) {}
    constexpr B(const B& b) : v(b.v + 100) {}
};
struct A {
    constexpr operator B() const { return B(4); }
};
struct Both {
    constexpr operator B() const { return B(4); }
    constexpr operator int() const { return 5; }
};
struct C {
    int v;
    constexpr C(int v) : v(v) {}
    constexpr C(const C& c) : v(c.v + 1) {}
    constexpr C(C& c) : v(c.v + 10) {}
};
struct R {
    C& c;
    constexpr operator C&() const { return c; }
};
constexpr int take(const B& b) { return b.v; }
template <class T> concept nested = requires(T t) { B{{t}}; };
static_assert(!nested<A> && take({A{}}) == 4);
constexpr int braces() {
    B b{A{}};
    return b.v;
}
constexpr int better() {
    B b{Both{}};
    return b.v;
}
constexpr int reference() {
    C c(1);
    C d{R{c}};
    return d.v;
}
static_assert(braces() == 4 && better() == 4 && reference() == 11);
extern "C" __tile_global__ void test(int* out) {
    out[0] = braces();
    out[1] = better();
    out[2] = reference();
    out[3] = take({A{}});
}
