//@ check
// An object that an unevaluated operand names is not made, so a trait that is asked in a member's
// initialiser does not need that initialiser: g++ accepts these.
struct Trait {
    int x = __is_constructible(Trait);
};
struct Copied {
    bool y = __is_constructible(Copied, const Copied &);
};
template <class T> struct Template {
    int x = __is_constructible(Template);
};
template <class T> struct Convertible {
    Convertible() = default;
    Convertible(int);
    bool x = __is_constructible(Convertible, int);
};
struct Base {
    int y = 1;
};
struct Derived : Base {
    bool x = __is_constructible(Derived) && __is_assignable(Derived &, Derived);
};
struct Sized {
    int y = alignof(Sized);
};
static_assert(Copied{}.y && Sized{}.y == 4);
// What is asked first without being evaluated is evaluated later as a whole.
struct Zeroed {
    int a;
    int b = 7;
};
constexpr auto zeroed = Zeroed();
static_assert(sizeof(zeroed) == 8 && zeroed.a == 0 && zeroed.b == 7);
constexpr int of_auto() {
    auto made = [] { return Zeroed(); };
    static_assert(sizeof(made()) == 8);
    return made().a + made().b;
}
static_assert(sizeof(of_auto()) == 4 && of_auto() == 7);
template <class T> constexpr T value = T();
static_assert(sizeof(value<Zeroed>) == 8 && value<Zeroed>.a == 0 && value<Zeroed>.b == 7);
// The object is needed.
struct Object {
    int x = noexcept(Object{}); //~ error[E0314]
};
struct Member {
    int x = sizeof(Member{}.x); //~ error[E0314]
};
__tile_global__ void kernel(int *out) {
    Trait trait{};
    Template<int> made{};
    Convertible<int> converted{};
    Derived derived{};
    Object object{};
    Member member{};
    out[0] = object.x + member.x;
}
