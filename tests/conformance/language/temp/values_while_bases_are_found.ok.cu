// case: values_while_bases_are_found
// spec: [temp.inst], [class.mem]
// accept: bodies, initialisers of static members and other templates are instantiated later
template <class T>
struct Traits;
template <class T>
struct Base {
    using Value = typename Traits<T>::Value;
    using Self = T*;
    static constexpr int n = T::size;
    __tile__ int get() {
        typename T::Own x = static_cast<Self>(this)->value;
        return x + T::size;
    }
    template <class U = T>
    __tile__ typename U::Own twice() {
        return 2 * static_cast<U*>(this)->value;
    }
    __tile__ auto third() { return typename T::Own(3); }
};
struct Derived;
template <>
struct Traits<Derived> {
    using Value = int;
};
struct Derived : Base<Derived> {
    using Own = int;
    static constexpr int size = 4;
    Own value = 5;
};
struct Outer {
    using Item = int;
    template <class T>
    struct Holder {
        T item;
    };
    struct Inner : Holder<Outer::Item> {};
    Inner inner;
};
static_assert(Derived::n == 4 && sizeof(Outer) == 4);

extern "C" __tile_global__ void test(int* out) {
    Derived d;
    *out = d.get() + d.twice() + d.third();
}
