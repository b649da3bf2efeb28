// case: temporaries_of_other_qualifiers
// spec: [over.ics.rank]/3
// arg: out i32[8]
// expect: [1, 1, 1, 4, 1, 4, 1, 1]
// note: a reference to the type without `const` is better for a temporary too
struct A {};
struct B {
    int n = 0;
    __tile__ B(A) {}
};
struct P {
    int a = 1;
};
__tile__ int f(B&&) { return 1; }
__tile__ int f(const B&&) { return 2; }
__tile__ int g(double&&) { return 1; }
__tile__ int g(const double&&) { return 2; }
__tile__ int h(P&&) { return 1; }
__tile__ int h(const P&) { return 3; }
__tile__ int k(const double&&) { return 4; }
__tile__ int k(const double&) { return 5; }
__tile__ int l(P&&) { return 1; }
__tile__ int l(const P&&) { return 2; }
__tile__ int m(const B&&) { return 4; }
__tile__ int m(const B&) { return 5; }
__tile__ int o(int&&) { return 1; }
__tile__ int o(const int&) { return 2; }
extern "C" __tile_global__ void test(int* out) {
    A a;
    out[0] = f(a);
    out[1] = g(1);
    out[2] = h({});
    out[3] = k(1.0f);
    out[4] = l({2});
    out[5] = m(a);
    out[6] = o({3});
    out[7] = o('a');
}
