// case: parameter_template_class
// spec: [temp.spec] an argument of a class template, with extents from its arguments
// arg: struct = {out i32[2], i16 = 4, i16 = 5, i16 = 6}
// arg: struct = {u8 = 3, f64 = 2.5}
// expect: [15, 7]
#include "cuda_tile.h"

template <class T, int N>
struct Args {
    int* out;
    T values[N];
};
template <class A, class B>
struct Pair {
    A first;
    B second;
};
template <class T, int N, class... Rest>
__tile__ void add(const Args<T, N>& args, Rest... rest) {
    int sum = 0;
    for (T value : args.values) sum += value;
    args.out[0] = sum;
    args.out[1] = (static_cast<int>(rest) + ...);
}
extern "C" __tile_global__ void test(Args<short, 3> args, Pair<unsigned char, double> pair) {
    add(args, pair.first, pair.first * pair.second - pair.first);
}
