// case: enumeration_arr
// spec: [expr.static.cast]
// ub: rule 34: the value is not one of the enumeration
// arg: inout i32[8] = iota
// arg: i32 = 2
enum E { A, B };
enum class G { A, B };
extern "C" __tile_global__ void test(int* o, int n) {
    E e[2];
    for (int i = 0; i < 2; i++) e[i] = E(i + n);
    o[0] = e[0];
}
