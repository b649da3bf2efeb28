// case: using_of_no_member_in_a_specialisation
// spec: [namespace.udecl], [temp.inst]/3
// accept: the base has the member
struct A { int a; };
template <class T> struct C : T {
    using T::a;
    int n;
};
extern "C" __tile_global__ void test(int* out) {
    C<A> c{};
    *out = c.n + c.a;
}
