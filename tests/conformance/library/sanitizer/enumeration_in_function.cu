// case: enumeration_in_function
// spec: [expr.static.cast]
// ub: rule 34: the value is not one of the enumeration
// arg: inout i32[8] = iota
// arg: i32 = 2
enum E { A = 1 };
__tile__ int f(int x) { return (E)x; }
extern "C" __tile_global__ void test(int* o, int n) { o[0] = f(n); }
