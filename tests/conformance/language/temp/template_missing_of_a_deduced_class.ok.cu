// case: template_missing_of_a_deduced_class
// spec: [temp.names]/3, [dcl.type.class.deduct]
// accept: the same, corrected
template <class T>
struct View {
    T first;
    __tile__ constexpr View(T t) : first(t) {}
    template <int N>
    __tile__ constexpr int load() const { return N; }
    __tile__ constexpr int own(T t) const {
        View v{t};
        return v.load<5>();
    }
};
template <class T>
__tile__ int direct(T t) {
    View v{t};
    return v.template load<3>();
}
template <class T>
__tile__ int indirect(T t) {
    auto v = View(t);
    auto& w = v;
    return w.template load<4>();
}
template <class T>
__tile__ int independent(T) {
    View v{sizeof(T)};
    return v.load<3>();
}

extern "C" __tile_global__ void test(int* out) {
    *out = direct(1) + indirect(2) + independent(3) + View(1).own(2);
}
