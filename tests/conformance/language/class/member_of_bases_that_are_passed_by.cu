// case: member_of_bases_that_are_passed_by
// spec: [temp.dep.type]/4, [class.member.lookup]/6
// reject: E0302 what the base that depends on `T` declares hides nothing here
struct A { static constexpr int x = 1; };
struct B { static constexpr int x = 2; };
template <class T> struct C : virtual A, virtual B { static constexpr int x = 3; };
template <class T> struct D : virtual A, virtual B, C<T> {
    static constexpr int f() { return x; }
};
extern "C" __tile_global__ void test(int* out) { *out = D<int>::f(); }
