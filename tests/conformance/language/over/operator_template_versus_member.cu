// case: operator_template_versus_member
// spec: [over.match.best]/2
// arg: i32 = 4
// arg: out i32[3]
// expect: [3, 2, 1]
template <class T>
__tile__ constexpr int f(T) { return 1; }
template <class T>
__tile__ constexpr int f(T*) { return 2; }
__tile__ constexpr int f(int) { return 3; }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = f(n);        // not a template
    out[1] = f(out);      // the more specialised template
    out[2] = f(short(n)); // exact through the template before promotion
}
