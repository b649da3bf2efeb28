// case: new_array_of_run_time_length
// spec: [expr.const]/5 an array with fewer elements than values is not made
// reject: E0570 initialises more elements than the array has
constexpr int list(int n) {
    int* a = new int[n]{1, 2};
    int sum = a[0];
    delete[] a;
    return sum;
}
static_assert(list(1) == 1);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
