// case: virtual_in_constructor
// spec: [class.cdtor]
// arg: i32 = 1
// arg: out i32[3]
// expect: [1, 2, 21]
// note: during construction and destruction the object is of the class under construction.
struct Base {
    int seen;
    int* log;
    __tile__ explicit Base(int* log) : log(log) { seen = id(); }
    __tile__ virtual int id() const { return 1; }
    __tile__ virtual ~Base() { *log = *log * 10 + id(); }
};
struct Derived : Base {
    int later;
    __tile__ explicit Derived(int* log) : Base(log), later(id()) {}
    __tile__ int id() const override { return 2; }
    __tile__ ~Derived() { *log = *log * 10 + id(); }
};

extern "C" __tile_global__ void test(int n, int* out) {
    int log = 0;
    {
        Derived d(&log);
        out[0] = d.seen * n;
        out[1] = d.later;
    }
    out[2] = log;
}
