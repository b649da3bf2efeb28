// case: constant_objects_in_place
// spec: [expr.const]/5, [class.copy.elision]/1, [class.base.init]
// accept: members, bases, elements and results know their address while they are made
struct A {
    const A* self;
    int x;
    const int* px;
    constexpr A() : self(this), x(1), px(&x) {}
};
struct Whole {
    A a;
    A list[2];
    constexpr Whole() {}
};
struct Derived : A {
    constexpr Derived() {}
};
struct Aggregate {
    Aggregate* me = this;
    int k = 4;
};
constexpr bool in_place() {
    A a;
    Whole w;
    Derived d;
    Aggregate g{}, list[2]{};
    return a.self == &a && a.px == &a.x && w.a.self == &w.a && w.list[1].self == &w.list[1]
        && w.list[1].px == &w.list[1].x && d.self == static_cast<A*>(&d) && d.px == &d.x
        && g.me == &g && list[1].me == &list[1];
}
static_assert(in_place());
struct Set {
    int* p;
    constexpr Set(int& r) : p(&r) {}
    constexpr ~Set() {}
};
struct Writes {
    int n = 3;
    Set s{n};
    constexpr int get() {
        *s.p = 9;
        return n;
    }
};
constexpr int written() {
    Writes w;
    return w.get();
}
static_assert(written() == 9);
struct Own {
    const Own* s;
    constexpr Own() : s(this) {}
    constexpr Own(const Own&) : s(this) {}
};
struct Holds {
    Own e;
    constexpr Holds(Own x) : e(x) {}
};
constexpr Own make(bool twice) {
    if (twice) return make(false);
    return Own();
}
constexpr bool copies() {
    Holds f{Own{}};
    Own e = make(true);
    return f.e.s == &f.e && e.s == &e;
}
static_assert(copies());
constexpr A global;
constexpr Whole whole;
static_assert(global.self == &global && global.px == &global.x);
static_assert(whole.list[0].self == &whole.list[0]);

extern "C" __tile_global__ void test(int*) {}
