// case: values_while_bases_are_found
// spec: [temp.inst], [class.mem]
// reject: E0308 nor are values of its members there
template <class T>
struct Base {
    int data[T::size];
};
template <class T>
struct Derived : Base<Derived<T>> {
    static constexpr int size = 4;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Derived<int>); }
