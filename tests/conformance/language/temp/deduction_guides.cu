// case: deduction_guides
// spec: [over.match.class.deduct]
// arg: out i32[3]
// expect: [8, 4, 3]
template <typename T>
struct Span {
    T* data;
    int n;
    __tile__ Span(T* p, int n) : data(p), n(n) {}
    template <int N>
    __tile__ Span(T (&v)[N]) : data(v), n(N) {}
};
template <typename T>
struct Wrap {
    T value;
};
template <typename T>
Wrap(T) -> Wrap<T>;

extern "C" __tile_global__ void test(int* out) {
    double d[3] = {1, 2, 3};
    Span s(d);
    out[0] = sizeof(*s.data);
    out[1] = sizeof(Wrap{1.0f}.value);
    out[2] = s.n;
}
