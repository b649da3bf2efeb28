// case: enumeration_other_twin
// spec: [expr.static.cast]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [1, 1, 2, 3, 4, 5, 6, 7]
enum E { A, B };
enum F { Z = 7 };
extern "C" __tile_global__ void test(int* o, int n) {
    E e = (E)(F)(n - 1);
    o[0] = e;
}
