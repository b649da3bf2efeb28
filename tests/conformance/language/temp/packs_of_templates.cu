// case: packs_of_templates
// spec: [temp.variadic]
// note: a pack of templates is expanded among template arguments, deduced and counted
// arg: i32 = 5
// arg: out i32[4]
// expect: [2, 7, 3, 11]
template <class T> struct One { T value; static constexpr int scale = 1; };
template <class T> struct Six { T value; static constexpr int scale = 6; };
template <template <class> class... Fs> struct Shapes { static constexpr int count = sizeof...(Fs); };
template <template <class> class... Fs> __tile__ int total(Shapes<Fs...>) { return (Fs<int>::scale + ... + 0); }
template <template <class> class... Fs> struct Longer { using type = Shapes<Fs..., One>; };
template <template <class> class... Fs> __tile__ int applied(int n) {
    Shapes<Fs...> shapes;
    return total(shapes) + n - 1;
}
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = Shapes<One, Six>::count;
    out[1] = total(Shapes<One, Six>());
    out[2] = Longer<Six, One>::type::count;
    out[3] = applied<Six, One>(n);
}
