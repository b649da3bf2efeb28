// case: array_and_function_decay
// spec: [conv.array], [conv.func]
// arg: i32 = 4
// arg: out i32[4]
// expect: [812, 16, 10, 12]
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
template <class T> __tile__ constexpr int size(T) { return sizeof(T); }
template <class T> __tile__ constexpr int whole(T const&) { return sizeof(T); }
__tile__ constexpr int inc(int n) { return n + 1; }
static_assert(same<decltype(+inc), int (*)(int)>);
static_assert(same<decltype(inc), int(int)>);

extern "C" __tile_global__ void test(int n, int* out) {
    int a[3] = {n, n + 1, n + 2};
    auto p = a;
    static_assert(same<decltype(p), int*>);
    auto& r = a;
    static_assert(same<decltype(r), int(&)[3]>);
    out[0] = size(a) * 100 + whole(a);
    out[1] = p[2] + *(r + 1) + 1[a];
    out[2] = (*inc)(n) + (&inc)(n);
    out[3] = whole("abc") + size("abc");
}
