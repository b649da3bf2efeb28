// case: friend_member_with_own_types
// spec: [basic.lookup.unqual]/6
// accept: parameter types of a befriended member function are looked up in its class first
struct I {};
struct X {
    struct I {};
    constexpr int f(I);
};
class B {
    int v = 2;
    friend constexpr int X::f(I);
};
constexpr int X::f(I) { return B{}.v; }
static_assert(X{}.f({}) == 2);

extern "C" __tile_global__ void test(int*) {}
