// case: constant_pointers_and_references
// spec: [expr.const]
// arg: out i32[5]
// expect: [6, 19, 13, 52, 5]
struct Node { int value; Node const* next; };
constexpr int sum(Node const* n) { int s = 0; for (; n; n = n->next) s += n->value; return s; }
constexpr void swap(int& a, int& b) { int t = a; a = b; b = t; }
constexpr int sorted(int k) {
    int a[5] = {5, 3, 9, 1, 7};
    for (int* p = a; p != a + 5; ++p)
        for (int* q = p + 1; q < a + 5; ++q)
            if (*q < *p) swap(*p, *q);
    return a[k];
}
constexpr int list() {
    Node c{3, nullptr}, b{2, &c}, a{1, &b};
    return sum(&a);
}
constexpr int table[4] = {10, 20, 30, 40};
constexpr int const* second = &table[1];
constexpr int const& third = table[2];
constexpr int through() {
    int x = 1;
    int* p = &x;
    int** pp = &p;
    **pp = 6;
    int&& r = 7;
    r += *p;
    return r;
}
constexpr unsigned length(char const* s) { unsigned n = 0; while (s[n]) ++n; return n; }

extern "C" __tile_global__ void test(int* out) {
    constexpr int l = list(), s0 = sorted(0), s4 = sorted(4), t = through();
    out[0] = l;
    out[1] = s0 * 10 + s4;
    out[2] = t;
    constexpr int e = *second + third + static_cast<int>(&table[3] - second);
    out[3] = e;
    constexpr int n = length("hello");
    out[4] = n;
}
