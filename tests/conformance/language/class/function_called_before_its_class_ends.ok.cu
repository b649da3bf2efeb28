// case: function_called_before_its_class_ends
// spec: [class.mem]/6, [expr.const]/5
// accept: the same, corrected
template <class T>
struct A {
    static constexpr int three() { return 3; }
    static constexpr int n = three();
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = A<int>::n;
}
