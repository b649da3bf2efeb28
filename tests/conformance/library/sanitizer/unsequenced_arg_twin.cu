// case: unsequenced_arg_twin
// spec: [intro.execution]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [5, 1, 2, 3, 4, 5, 6, 7]
__tile__ int f(int x) { return x; }
__tile__ int g(int& x) {
    x++;
    return x;
}
extern "C" __tile_global__ void test(int* o, int n) {
    int i = n;
    o[0] = f(i++) - f(3);
    i = 2;
    o[0] += g(i) + i;
}
