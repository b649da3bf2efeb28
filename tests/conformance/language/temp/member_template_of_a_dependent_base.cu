// case: member_template_of_a_dependent_base
// spec: [temp.names]/3, [temp.dep.type]/5
// reject: E0219 `get` is found in no part of the class that is known in its definition
template <class T> struct Base {
    template <int N> __tile__ int get() { return N; }
};
template <class T> struct Derived : Base<T> {
    __tile__ int sum() { return this->get<3>(); }
};
extern "C" __tile_global__ void test(int* out) {
    Derived<int> derived;
    *out = derived.sum();
}
