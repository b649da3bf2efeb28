// case: base_instantiated_before_the_class
// spec: [temp.inst]/3
// accept: the same, corrected
template <class T>
struct Base {
    using Pointer = T*;
    static constexpr int size = sizeof(T);
    __tile__ int bytes() { return sizeof(typename T::Bytes); }
};
struct D : Base<D> {
    using Bytes = char[3];
    int x;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = D::size + D().bytes();
}
