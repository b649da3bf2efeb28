// case: enumeration_other
// spec: [expr.static.cast]
// ub: rule 34: the value is not one of the enumeration
// arg: inout i32[8] = iota
// arg: i32 = 2
enum E { A, B };
enum F { Z = 7 };
extern "C" __tile_global__ void test(int* o, int n) {
    E e = (E)(F)(n + 4);
    o[0] = e;
}
