// case: default_arguments_of_a_block
// spec: [dcl.fct.default]/4
// arg: out i32[6]
// expect: [23, 43, 19, 51, 17, 62]
__tile__ int f(int a, int b) { return a * 10 + b; }
__tile__ int g(int a, int b = 1) { return a * 10 + b; }
extern "C" __tile_global__ void test(int* out) {
    int f(int a, int b = 3);
    int f(int a = 2, int);
    out[0] = f();
    out[1] = f(4);
    {
        int f(int, int = 9);
        out[2] = f(1);
    }
    out[3] = g(5);
    {
        int g(int, int = 7);
        out[4] = g(1);
    }
    {
        int g(int, int);
        out[5] = g(6, 2);
    }
}
