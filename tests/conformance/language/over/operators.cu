// case: operators
// spec: [over.oper]
// arg: out i32[6]
// expect: [5, 3, 14, 42, 8, 6]
struct Vec {
    int x, y;
};
__tile__ Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
__tile__ Vec operator*(int k, Vec v) { return {k * v.x, k * v.y}; }
__tile__ int operator,(Vec a, Vec b) { return a.x * b.x + a.y * b.y; }
struct Pointer {
    Vec* p;
    __tile__ Vec* operator->() const { return p; }
    __tile__ Vec& operator*() const { return *p; }
};
struct Counter {
    int n;
    __tile__ Counter operator++(int) {
        Counter old = *this;
        ++n;
        return old;
    }
};
__tile__ constexpr int operator""_twice(unsigned long long n) { return 2 * static_cast<int>(n); }

extern "C" __tile_global__ void test(int* out) {
    Vec a{1, 2}, b{4, 1};
    out[0] = (a + b).x;
    out[1] = (a + b).y;
    Vec two = 2 * b;
    Vec one = 2 * Vec{1, 3};
    out[2] = (a, one) == 14 ? 14 : (a, one);
    out[3] = 21_twice;
    Pointer p{&two};
    out[4] = p->x;
    Counter c{5};
    out[5] = c++.n + c.n - (*p).x + 3;
}
