// case: template_missing_of_a_deduced_class
// spec: [temp.names]/3, [dcl.type.class.deduct]
// reject: E0219 E0219 the class is deduced from a dependent initialiser, and from one that depends on another
template <class T>
struct View {
    T first;
    __tile__ constexpr View(T t) : first(t) {}
    template <int N>
    __tile__ constexpr int load() const { return N; }
};
template <class T>
__tile__ int direct(T t) {
    View v{t};
    return v.load<3>();
}
template <class T>
__tile__ int indirect(T t) {
    auto v = View(t);
    auto& w = v;
    return w.load<4>();
}

extern "C" __tile_global__ void test(int* out) { *out = direct(1) + indirect(2); }
