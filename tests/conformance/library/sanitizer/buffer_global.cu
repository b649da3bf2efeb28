// case: buffer_global
// spec: [expr.add]
// ub: rule 10: the pointer is one past the end and moves on
// arg: out i32[1]
// arg: i32 = 2
__device__ int table[4];

extern "C" __tile_global__ void test(int* o, int n) {
    int* p = table + n + 3;
    o[0] = p != nullptr;
}
