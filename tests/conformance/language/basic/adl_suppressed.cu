// case: adl_suppressed
// spec: [basic.lookup.argdep]/1, [basic.lookup.argdep]/3
// arg: out i32[4]
// expect: [2, 1, 2, 1]
// note: parentheses, a block declaration, a member and a qualified name switch it off.
namespace ns { struct T {}; __tile__ int f(T) { return 1; } }
__tile__ int f(...) { return 2; }
struct M {
    __tile__ int f(int) { return 2; }
    __tile__ int call() { return f(3); }
};
extern "C" __tile_global__ void test(int* out) {
    ns::T t;
    out[0] = (f)(t);
    out[1] = f(t);
    out[2] = M{}.call();
    out[3] = ns::f(t);
}
