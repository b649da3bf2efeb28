//@ run: cpu emulator gpu
//@ arg n: i32 = 3
//@ arg out: out i32[14]
//@ expect out = 5 10 1 13 26 9 4 11 6 2 8 30 3 12
// Member functions, constructors, bases, operators, copies; a class is its parts.
struct Vec {
    int x = 1;
    int y = 1;
    __tile__ Vec operator+(Vec o) const { return {x + o.x, y + o.y}; }
    __tile__ Vec& operator+=(Vec o) {
        x += o.x;
        y += o.y;
        return *this;
    }
    __tile__ int dot(Vec const& o) const { return x * o.x + y * o.y; }
    __tile__ int& at(int i) { return i == 0 ? x : y; }
    __tile__ static Vec ones(int scale = 1) { return {scale, scale}; }
    friend __tile__ bool operator==(Vec const&, Vec const&) = default;
};

struct Base {
    int id;
    __tile__ explicit Base(int i) : id(i * 2) {}
    __tile__ int tag() const { return id; }
};
struct Derived : Base {
    Vec v;
    int sum;
    __tile__ Derived(int i, Vec w) : Base(i), v(w), sum(v.x + id) {}
    __tile__ int tag() const { return Base::tag() + 1; }
};

struct Chain {
    int n = 0;
    __tile__ Chain& add(int k) {
        n += k;
        return *this;
    }
};

__tile__ Vec pick(bool first, Vec a, Vec b) {
    if (first) return a;
    b.x += 100;
    return b;
}

__tile_global__ void kernel(int n, int* out) {
    Vec a{2, 3};
    Vec b = a;
    b.x = 10;
    out[0] = a.x + n;
    out[1] = b.x;
    out[2] = Vec{}.x;
    out[3] = a.dot({2, n});
    out[4] = (a + b).dot(Vec::ones(2)) - 10;
    (a += {1, 1}) += Vec{1, 1};
    out[5] = a.x + a.y;
    a.at(0) = 4;
    out[6] = a.x;

    Derived d(n, {5, 6});
    out[7] = d.sum;
    Base& base = d;
    out[8] = base.tag();
    out[9] = d.tag() - a.y;
    out[10] = Chain{}.add(n).add(5).n;

    // Carried by a loop, and replaced as a whole.
    Vec sum{0, 0};
    for (int i = 0; i < n; ++i) {
        sum += {i, 10};
        if (sum.x == 1) sum = {0, sum.y};
    }
    out[11] = sum.y;
    out[12] = pick(n == 3, {3, 0}, {4, 0}).x;
    out[13] = (a == Vec{4, 5} ? 10 : 0) + (a == b ? 1 : 2);
}
