// case: pointer_argument
// spec: [temp.arg.nontype]
// arg: i32 = 2
// arg: out i32[6]
// expect: [30, 10, 1, 0, 1, 23]
constexpr int table[] = {10, 20, 30};
constexpr int other[] = {1, 2, 3};
template <int const* P>
__tile__ int at(int i) {
    return P[i];
}
template <int const (&R)[3]>
__tile__ int first() {
    return R[0];
}
template <auto* P>
struct Holder {
    static constexpr int const* value = P;
};
template <auto A, auto B>
constexpr bool same = false;
template <auto A>
constexpr bool same<A, A> = true;
__tile__ int add(int a, int b) { return a + b; }
template <int (*F)(int, int)>
__tile__ int call(int a) {
    return F(a, 21);
}
template <int const* P>
constexpr bool is_null = P == nullptr;

extern "C" __tile_global__ void test(int i, int* out) {
    out[0] = at<table>(i);
    out[1] = first<table>();
    out[2] = same<&table[1], &table[1]>;
    out[3] = same<&table[0], &other[0]>;
    out[4] = is_null<nullptr>;
    out[5] = call<add>(i);
}
