// case: simple_type_specifiers
// spec: [dcl.type.simple]/3
// arg: out i32[6]
// expect: [1, 1, 1, 1, 1, 8]
// note: the words of a type come in any order.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
extern "C" __tile_global__ void test(int* out) {
    out[0] = same<long unsigned int, unsigned long>;
    out[1] = same<int short const, const short>;
    out[2] = same<long long signed, long long>;
    out[3] = same<unsigned, unsigned int>;
    out[4] = !same<char, signed char> && !same<char, unsigned char>;
    out[5] = sizeof(int long unsigned long);
}
