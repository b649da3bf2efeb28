// case: using_of_no_member_in_a_specialisation
// spec: [namespace.udecl], [temp.inst]/3
// reject: E0303 the declarations of members are instantiated with the class
struct A {};
template <class T> struct C : T {
    using T::a;
    int n;
};
extern "C" __tile_global__ void test(int* out) {
    C<A> c{};
    *out = c.n;
}
