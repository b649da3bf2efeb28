// case: access_names_not_entities
// spec: [class.access.general]
// arg: i32 = 5
// arg: out i32[4]
// expect: [5, 6, 7, 8]
// note: access is of names: an object of a private class can be had and used without its name.
class Outer {
    struct Hidden {
        int n;
        __tile__ int next() const { return n + 1; }
    };
    __tile__ static int secret() { return 2; }

public:
    using Shown = Hidden;
    __tile__ static Hidden make(int n) { return Hidden{n}; }
    __tile__ int add(int n, int m = secret()) const { return n + m; }
    template <typename T = Hidden>
    __tile__ static int through(int n) {
        return T{n}.n + 3;
    }
};

extern "C" __tile_global__ void test(int n, int* out) {
    auto h = Outer::make(n);
    out[0] = h.n;
    Outer::Shown s = h;
    out[1] = s.next();
    out[2] = Outer().add(n);
    out[3] = Outer::through(n);
}
