// case: unreachable_end_of_switch_twin
// spec: [stmt.return]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
enum class E { A, B, C };
__tile__ int f(E e) {
    switch (e) {
        case E::A:
            return 1;
        case E::B:
            return 2;
        default:
            break;
    }
}
extern "C" __tile_global__ void test(int* o, int n) { o[0] = f((E)1); }
