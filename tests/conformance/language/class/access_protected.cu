// case: access_protected
// spec: [class.protected], [class.access.base]
// arg: i32 = 3
// arg: out i32[4]
// expect: [3, 8, 6, 11]
class Base {
protected:
    int value;
    static constexpr int OFFSET = 5;
    struct Part { int n = 6; };
    __tile__ explicit Base(int v) : value(v) {}
    __tile__ int get() const { return value; }
};
struct Derived : Base {
    using Base::get;
    __tile__ explicit Derived(int v) : Base(v) {}
    __tile__ int add(Derived const& other) const { return value + other.value + 2; }
    __tile__ int part() const { return Part().n; }
    friend __tile__ int total(Derived const& d) { return d.value + Base::OFFSET + 3; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Derived d(n);
    out[0] = d.get();
    out[1] = d.add(Derived(n));
    out[2] = d.part();
    out[3] = total(d);
}
