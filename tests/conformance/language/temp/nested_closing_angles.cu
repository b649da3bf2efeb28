// case: nested_closing_angles
// spec: [temp.names]
// arg: out i32[5]
// arg: i32 = 16
// expect: [4, 2, 1, 16, 1]

template <class T> struct Box { T value; };
template <int N, class = Box<Box<int>>> struct Num { static constexpr int value = N; };
template <class... T> struct Count { static constexpr int value = sizeof...(T); };

extern "C" __tile_global__ void test(int* out, int n) {
    Box<Box<Box<int>>> nested{{{n}}};
    out[0] = Num<(16 >> 2)>::value;
    out[1] = Count<Box<int>, Box<Box<int>>>::value;
    out[2] = Num<(2 > 1)>::value;
    out[3] = nested.value.value.value;
    out[4] = Num<Num<1>::value>::value >> 0;
}
