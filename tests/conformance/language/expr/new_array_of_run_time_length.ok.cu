// case: new_array_of_run_time_length
// spec: [expr.new]/6 the first elements have the values of the list
// accept: the other elements are zero
constexpr int list(int n) {
    int* a = new int[n]{1, 2};
    int sum = a[0] + 10 * a[1] + 100 * a[n - 1];
    delete[] a;
    return sum;
}
static_assert(list(4) == 21 && list(2) == 221);
constexpr int parentheses(int n) {
    int* a = new int[n](3, 4);
    int sum = a[0] + 10 * a[1] + 100 * a[n - 1];
    delete[] a;
    return sum;
}
static_assert(parentheses(3) == 43);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
