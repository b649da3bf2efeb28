// case: member_of_bases_that_are_passed_by
// spec: [temp.dep.type]/4, [class.member.lookup]/6
// accept: bases that do not depend on `T` are looked into, and what C declares dominates
struct A { static constexpr int x = 1; };
struct B { static constexpr int x = 2; };
struct C : virtual A, virtual B { static constexpr int x = 3; };
template <class T> struct D : C, virtual A, virtual B {
    static constexpr int f() { return x; }
};
static_assert(D<int>::f() == 3);
extern "C" __tile_global__ void test(int* out) { *out = D<int>::f(); }
