// case: parameter_hiding
// spec: [temp.local]
// arg: out i32[2]
// expect: [8, 1]
// note: members of a base that does not depend hide the parameter, those of the class do outside of it too
struct Base {
    using T = double;
};
template <typename T>
struct A : Base {
    __tile__ int size() { return sizeof(T); }
};
template <typename U>
struct C {
    using B = char;
    __tile__ int f();
};
template <typename B>
__tile__ int C<B>::f() {
    return sizeof(B);
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = A<int>().size();
    out[1] = C<int>().f();
}
