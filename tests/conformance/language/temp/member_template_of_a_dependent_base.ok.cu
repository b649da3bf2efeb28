// case: member_template_of_a_dependent_base
// spec: [temp.names]/3, [temp.dep.type]/5
// accept: with `template`, and where the class declares the template itself
template <class T> struct Base {
    template <int N> __tile__ int get() { return N; }
};
template <class T> struct Derived : Base<T> {
    template <int N> __tile__ int own() { return N; }
    __tile__ int sum() { return this->template get<3>() + this->own<4>(); }
};
extern "C" __tile_global__ void test(int* out) {
    Derived<int> derived;
    *out = derived.sum();
}
