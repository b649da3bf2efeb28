// case: enumeration_one
// spec: [expr.static.cast]
// ub: rule 34: the value is not one of the enumeration
// arg: inout i32[8] = iota
// arg: i32 = 2
enum E { A };
enum F : int { Z };
extern "C" __tile_global__ void test(int* o, int n) {
    E e = (E)n;
    o[0] = e;
}
