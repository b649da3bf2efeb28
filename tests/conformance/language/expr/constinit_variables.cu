// case: constinit_variables
// spec: [dcl.constinit]
// arg: out i32[2]
// expect: [12, 15]
constexpr int f(int n) { return n * 3; }
constinit int const a = f(4);
struct S { static constinit int const b; };
constinit int const S::b = f(5);

extern "C" __tile_global__ void test(int* out) {
    out[0] = a;
    out[1] = S::b;
}
