// case: cv_types
// spec: [basic.type.qualifier]
// arg: out i32[4]
// expect: [1, 1, 1, 0]
// note: qualifiers of an array are its elements'; top-level ones of parameters are not part of a function type.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
using A = int[3];
extern "C" __tile_global__ void test(int* out) {
    out[0] = same<const A, const int[3]>;
    out[1] = same<void(const int), void(int)>;
    out[2] = same<int* const*, decltype(+(int* const*)nullptr)>;
    out[3] = same<const int*, int* const>;
}
