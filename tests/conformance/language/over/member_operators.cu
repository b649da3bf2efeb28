// case: member_operators
// spec: [over.sub], [over.call], [over.ref], [over.inc], [over.ass], [over.unary]
// arg: i32 = 5
// arg: out i32[9]
// expect: [30, 12, 7, 6, 5, 7, -7, 0, 21]
struct Vec {
    int data[3];
    __tile__ int& operator[](int i) { return data[i]; }
    __tile__ int operator[](int i) const { return data[i] * 10; }
    __tile__ int operator()(int a, int b) const { return data[0] * a + data[1] * b; }
    __tile__ int operator()() const { return data[2]; }
    __tile__ Vec& operator+=(int n) {
        for (int& d : data) d += n;
        return *this;
    }
    __tile__ Vec& operator++() { return *this += 1; }
    __tile__ int operator++(int) {
        int old = data[0];
        ++*this;
        return old;
    }
    __tile__ int operator-() const { return -data[0]; }
    __tile__ bool operator!() const { return data[0] == 0; }
    __tile__ Vec* operator&() { return nullptr; }
    __tile__ int operator,(int n) const { return n * 3; }
};
struct Ptr {
    Vec* v;
    __tile__ Vec* operator->() const { return v; }
    __tile__ Vec& operator*() const { return *v; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Vec v{{1, 2, 3}};
    Vec const& c = v;
    out[0] = c[2];
    out[1] = v(2, n);
    v[2] = 7;
    out[2] = v();
    v += n;
    out[3] = v[0];
    v[0] = n;
    out[4] = v++;
    ++v;
    Ptr p{__builtin_addressof(v)};
    out[5] = p->data[0];
    out[6] = -*p;
    out[7] = !v || &v != nullptr;
    out[8] = (v, 7);
}
