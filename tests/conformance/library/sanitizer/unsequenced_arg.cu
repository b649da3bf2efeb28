// case: unsequenced_arg
// spec: [intro.execution]
// ub: rule 33: both operands access the object
// arg: inout i32[8] = iota
// arg: i32 = 2
__tile__ int f(int x) { return x; }
__tile__ int g(int& x) {
    x++;
    return x;
}
extern "C" __tile_global__ void test(int* o, int n) {
    int i = n;
    o[0] = f(i++) - i;
}
