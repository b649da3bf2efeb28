// case: references
// spec: [dcl.init.ref]
// arg: i32 = 5
// arg: out i32[7]
// expect: [6, 41, 6, 9, 8, 42, 5]
struct A { int a = 1; };
struct D : A { int d = 2; };
struct ToRef {
    int* p;
    __tile__ operator int&() const { return *p; }
};
__tile__ int make() { return 40; }

extern "C" __tile_global__ void test(int n, int* out) {
    int& r = n;
    r = 6;
    out[0] = n;
    int const& t = make();        // the temporary lives as long as the reference
    out[1] = t + 1;
    double const& converted = n;  // a temporary double
    n = 7;
    out[2] = static_cast<int>(converted);
    D d;
    A& a = d;
    a.a = 9;
    out[3] = d.a;
    int& c = ToRef{&n};           // binds to the result of the conversion function
    c = 8;
    out[4] = n;
    int&& x = make();
    x += 2;
    out[5] = x;
    A const& base = D{{5}, 6};
    out[6] = base.a;
}
