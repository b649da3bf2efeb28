// case: dependent_less_than_needs_template
// spec: [temp.names]
// arg: out i32[2]
// arg: i32 = 4
// expect: [1, 9]

struct A {
    static constexpr int size = 5;
    template <int N> __tile__ int get() const { return N; }
};
template <class Q>
__tile__ int compare(int n) { return n < Q::size; }
template <class Q>
__tile__ int call(const Q& q) { return q.template get<9>(); }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = compare<A>(n);
    out[1] = call(A{});
}
