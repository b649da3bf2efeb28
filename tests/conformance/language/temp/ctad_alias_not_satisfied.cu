// case: ctad_alias_not_satisfied
// spec: [over.match.class.deduct]/3
// reject: E0412 the constraints of the alias do not hold for the arguments that are deduced
template <class T> struct S { T a; };
template <class T> S(T) -> S<T>;
template <class V> requires (sizeof(V) == 4) using L = S<V>;
extern "C" __tile_global__ void test(int* out) {
    L x(2.5);
    *out = static_cast<int>(x.a);
}
