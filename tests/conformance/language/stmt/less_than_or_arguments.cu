// case: less_than_or_arguments
// spec: [temp.names]
// arg: out i32[4]
// arg: i32 = 4
// expect: [1, 0, 5, 1]

template <class T> struct A { static constexpr int v = 5; };
constexpr int f = 2;

extern "C" __tile_global__ void test(int* out, int n) {
    int a = 3, b = 4, c = 1;
    out[0] = (a < b) > 0;
    out[1] = a < b > (c);
    out[2] = A<int>::v;
    out[3] = f < n && n > f;
}
