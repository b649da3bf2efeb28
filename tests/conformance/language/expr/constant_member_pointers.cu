// case: constant_member_pointers
// spec: [expr.mptr.oper], [expr.const]
// arg: out i32[2]
// expect: [416, 2]
struct S {
    int a = 1, b = 2;
    constexpr int sum(int k) const { return a + b + k; }
    constexpr int twice(int k) const { return 2 * k; }
};
constexpr int total(S s) {
    int S::*fields[] = {&S::a, &S::b};
    int (S::*methods[])(int) const = {&S::sum, &S::twice};
    int n = 0;
    for (int S::*f : fields) n += s.*f;
    for (int (S::*m)(int) const : methods) n = n * 10 + (s.*m)(3);
    s.*fields[0] = 50;
    return n + s.a;
}

extern "C" __tile_global__ void test(int* out) {
    constexpr int t = total(S{});
    out[0] = t;
    constexpr int S::*p = &S::b;
    constexpr S s;
    constexpr int v = s.*p;
    out[1] = v;
}
