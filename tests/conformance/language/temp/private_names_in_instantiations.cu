// case: private_names_in_instantiations
// spec: [temp.spec.general]
// note: access does not matter for the names of an explicit instantiation
// arg: i32 = 5
// arg: out i32[1]
// expect: [8]
class Table {
    int hidden = 3;
    using Index = int;
    friend __tile__ int sum(Table const& t, int n);
};
template <auto M>
struct Field {
    static __tile__ int read(Table const& t) { return t.*M; }
};
template <class T>
__tile__ int plus(T x) { return x; }

template struct Field<&Table::hidden>;
template __tile__ int plus<Table::Index>(Table::Index);

__tile__ int sum(Table const& t, int n) { return Field<&Table::hidden>::read(t) + plus(n); }

extern "C" __tile_global__ void test(int n, int* out) { *out = sum(Table(), n); }
