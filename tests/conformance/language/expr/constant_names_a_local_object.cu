// case: constant_names_a_local_object
// spec: [expr.const]/5
// arg: inout i32[6] = [7, 0, 0, 0, 0, 0]
// expect: [5, 4, 3, 24, 1, 9]
// note: a constant may name an object that lives outside of the evaluation, as long as it does not read it

template <class T, int N> __tile__ constexpr int length(const T (&)[N]) { return N; }
__tile__ constexpr int size_of(const long& x) { return sizeof(x); }
template <int N> struct Row {
    int value[N];
    __tile__ constexpr int size() const { return N; }
    __tile__ constexpr bool is_here(const Row* other) const { return this == other; }
    static __tile__ constexpr int twice() { return 2 * N; }
};
struct Wide : Row<3> {
    int more;
};

extern "C" __tile_global__ void test(int* out) {
    int numbers[5] = {out[0]};
    Row<4> row{{out[0]}};
    Wide wide{{{out[0]}}, 2};
    long big = out[0];
    constexpr int a = length(numbers);
    constexpr int b = row.size();
    int of_three[wide.size()] = {};
    int more[length(of_three) * row.twice()];
    constexpr bool c = row.size() == 4 && !row.is_here(nullptr);
    constexpr int d = size_of(big) + c;
    out[0] = a;
    out[1] = b;
    out[2] = length(of_three);
    out[3] = length(more);
    out[4] = c;
    out[5] = d;
}
