// case: decltype_of_a_call_needs_no_class
// spec: [dcl.type.decltype]/2, [expr.ref]/2, [over.match.oper]/3
// accept: `decltype` of a call asks for no complete class, and a class that is being defined has members
struct U;
U make();
using Made = decltype(make());
template <class T>
T&& declval();

struct A {
    int x;
    static A make();
    using Self = decltype((0, make()));
    A& operator+=(const A& other);
    using Sum = decltype(declval<A&>() += declval<A>());
    static constexpr int size = sizeof(((A*)nullptr)->x);
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = A::size + sizeof(A::Self) + sizeof(A::Sum) + sizeof(Made*);
}
