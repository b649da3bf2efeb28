// case: enumeration_neg_twin
// spec: [expr.static.cast]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [-8, 1, 2, 3, 4, 5, 6, 7]
enum E { A = -5, B = 4 };
extern "C" __tile_global__ void test(int* o, int n) {
    E e = static_cast<E>(n - 10);
    o[0] = e;
}
