// case: enumeration_one_twin
// spec: [expr.static.cast]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
enum E { A };
enum F : int { Z };
extern "C" __tile_global__ void test(int* o, int n) {
    F e = (F)n;
    o[0] = e;
}
