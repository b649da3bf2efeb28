// case: local_classes_as_arguments
// spec: [temp.arg.type]
// arg: i32 = 3
// arg: out i32[3]
// expect: [3, 7, 12]
template <typename F>
__tile__ int call(F f, int x) {
    return f(x);
}
template <typename T>
__tile__ auto make(T t) {
    struct Local {
        T v;
        __tile__ T operator()(T x) const { return v + x; }
    };
    return Local{t};
}

extern "C" __tile_global__ void test(int n, int* out) {
    struct Id {
        __tile__ int operator()(int x) const { return x; }
    };
    out[0] = call(Id(), n);
    out[1] = call(make(4), n);
    auto l = make(n * 3);
    out[2] = l.v + n;
}
