// case: enumeration_arr_twin
// spec: [expr.static.cast]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
enum E { A, B };
enum class G { A, B };
extern "C" __tile_global__ void test(int* o, int n) {
    G e[2];
    for (int i = 0; i < 2; i++) e[i] = G(i + n);
    o[0] = (int)e[0];
}
