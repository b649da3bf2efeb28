// case: adl_swap_idiom
// spec: [basic.lookup.argdep]/1, [namespace.udecl]
// arg: out i32[4]
// expect: [2, 1, 14, 13]
// note: the using-declaration finds the general one; argument-dependent lookup the better one.
namespace lib { template <class T> __tile__ void exchange(T& a, T& b) { T t = a; a = b; b = t; } }
namespace user {
struct S { int v; };
__tile__ void exchange(S& a, S& b) { int t = a.v; a.v = b.v + 10; b.v = t + 10; }
}
template <class T> __tile__ void both(T& a, T& b) { using lib::exchange; exchange(a, b); }

extern "C" __tile_global__ void test(int* out) {
    int a = 1, b = 2;
    both(a, b);
    out[0] = a; out[1] = b;
    user::S s{3}, t{4};
    both(s, t);
    out[2] = s.v; out[3] = t.v;
}
