// case: deduced_initializer_lists
// spec: [temp.deduct.call], [dcl.type.auto.deduct]
// arg: out i32[5]
// expect: [3, 6, 2, 5, 4]
#include <initializer_list>
template <typename T>
__tile__ int count(std::initializer_list<T> l) {
    return static_cast<int>(l.size());
}
template <typename T>
__tile__ T sum(std::initializer_list<T> l) {
    T s = 0;
    for (T x : l) s += x;
    return s;
}
template <typename T>
__tile__ int any(T const&) {
    return sizeof(T);
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = count({1, 2, 3});
    out[1] = sum({1, 2, 3});
    auto l = {1.5, 2.5};
    out[2] = count(l);
    out[3] = sum<int>({2, 3});
    out[4] = any(1.5f);
}
