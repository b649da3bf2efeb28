// case: nondependent_binding
// spec: [temp.nondep], [temp.dep.candidate]
// note: g(1) is bound where f is defined; g(t) for a class also finds what is declared later
// arg: out i32[4]
// expect: [1, 3, 1, 4]
struct S {};
__tile__ int g(double) { return 1; }
template <typename T>
__tile__ int f(T) {
    return g(1);
}
template <typename T>
__tile__ int h(T t) {
    return g(t);
}
__tile__ int g(int) { return 2; }
__tile__ int g(S) { return 3; }
namespace n {
struct E {};
template <typename T>
__tile__ int k(T t) {
    return pick(t);
}
__tile__ int pick(E) { return 4; }
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = f(0);
    out[1] = h(S());
    out[2] = h(1);
    out[3] = n::k(n::E());
}
