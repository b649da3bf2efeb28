// case: enumeration_in_function_twin
// spec: [expr.static.cast]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [1, 1, 2, 3, 4, 5, 6, 7]
enum E { A = 1 };
__tile__ int f(int x) { return (E)x; }
extern "C" __tile_global__ void test(int* o, int n) { o[0] = f(1); }
