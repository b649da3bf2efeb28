// case: inherited_from_template_base
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
template <class T> struct A {
    T k;
    constexpr A(T t) : k(t) {}
};
template <class T> struct D : A<T> {
    using A<T>::A;
};
static_assert(D<int>(3).k == 3);
extern "C" __tile_global__ void test(int *p) {}
