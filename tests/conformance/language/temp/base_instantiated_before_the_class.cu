// case: base_instantiated_before_the_class
// spec: [temp.inst]/3
// reject: E0308 the aliases of a base are instantiated before the class is complete
template <class T>
struct Base {
    using Bytes = char[sizeof(T)];
};
struct D : Base<D> {
    int x;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(D);
}
