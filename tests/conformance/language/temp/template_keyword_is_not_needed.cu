// case: template_keyword_is_not_needed
// spec: [temp.names]/3, [temp.dep.type], [temp.dep.expr]
// arg: out i32[5]
// arg: i32 = 2
// expect: [14, 5, 7, 11, 1]
// note: nothing before the names depends on parameters, or it is the current instantiation

struct Row { template <int N> __tile__ int get() const { return N; } };
__tile__ Row row_of(int) { return {}; }
template <class T> struct Own {
    template <int N> __tile__ int get() const { return N; }
    __tile__ int sum() const {
        Own a;
        Own<T> b;
        return a.get<2>() + b.get<3>() + this->get<4>() + get<5>();
    }
};
template <class T> __tile__ int independent(T) { Row row; return row.get<5>(); }
template <int N> __tile__ int of_value() { return row_of(N).get<7>(); }
template <class T> __tile__ int casted(T t) { return static_cast<const Row&>(t).get<11>(); }
struct Two { static constexpr int size = 2; };
template <bool B> __tile__ int told() { return B; }
template <class T> __tile__ int compared() { return told<T::size < 3>(); }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = Own<int>{}.sum();
    out[1] = independent(n);
    out[2] = of_value<1>();
    out[3] = casted(Row{});
    out[4] = compared<Two>();
}
