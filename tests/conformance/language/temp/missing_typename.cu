// case: missing_typename
// spec: [temp.res.general]
// reject: E0306 the member is a type where an expression stands
struct P {
    using type = int;
};
template <typename T>
__tile__ int f(int n) {
    return T::type + n;
}

extern "C" __tile_global__ void test(int* out) { *out = f<P>(1); }
