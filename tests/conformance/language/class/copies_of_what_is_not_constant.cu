// case: copies_of_what_is_not_constant
// spec: [class.copy.ctor]/7, [class.copy.assign]/2, [dcl.fct.def.default]/2
// arg: out i32[8]
// expect: [0, 1, 0, 0, 0, 1, 7, 1]
// note: a class copies from constants only if its members do
struct R {
    int n = 7;
    R() = default;
    R(R&) = default;
    R& operator=(R&) = default;
};
struct Implicit { R r; };
struct Forced {
    R r;
    Forced() = default;
    Forced(const Forced&) = default;
};
struct Derived : Forced {};
template <class T>
constexpr bool copies_constants = requires(const T& t) { T(t); };
template <class T>
constexpr bool copies = requires(T& t) { T(t); };
template <class T>
constexpr bool assigns_constants = requires(T& t, const T& u) { t = u; };
template <class T>
constexpr bool assigns = requires(T& t, T& u) { t = u; };
extern "C" __tile_global__ void test(int* out) {
    out[0] = copies_constants<Implicit>;
    out[1] = copies<Implicit>;
    out[2] = copies_constants<Forced>;
    out[3] = copies<Forced>;
    out[4] = assigns_constants<Implicit>;
    out[5] = assigns<Implicit>;
    Implicit a;
    Implicit b(a);
    out[6] = b.r.n;
    out[7] = !copies_constants<Derived>;
}
