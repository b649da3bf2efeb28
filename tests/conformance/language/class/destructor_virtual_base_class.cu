// case: destructor_virtual_base_class
// spec: [class.dtor]
// arg: i32 = 2
// arg: out i32[1]
// expect: [21]
// note: a virtual destructor of an object of known type runs like any other.
struct Base {
    int* log;
    __tile__ Base(int* log) : log(log) {}
    __tile__ virtual ~Base() { *log = *log * 10 + 1; }
};
struct Derived : Base {
    int digit;
    __tile__ Derived(int* log, int digit) : Base(log), digit(digit) {}
    __tile__ ~Derived() override { *log = *log * 10 + digit; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    int log = 0;
    {
        Derived d(&log, n);
    }
    out[0] = log;
}
