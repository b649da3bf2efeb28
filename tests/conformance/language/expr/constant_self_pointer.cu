// case: constant_self_pointer
// spec: [expr.const], [class.cdtor]
// arg: out i32[3]
// expect: [51, 34, 9]
struct Node {
    Node* self;
    int v;
    constexpr Node(int n) : self(this), v(n) {}
    constexpr int through() { self->v += 1; return v; }
};
constexpr int made() {
    Node n(4);
    return n.through() * 10 + (n.self == &n);
}
struct List {
    int items[4] = {};
    int size = 0;
    constexpr void push(int v) { items[size++] = v; }
    constexpr int const* begin() const { return items; }
    constexpr int const* end() const { return items + size; }
};
constexpr int listed() {
    List l;
    l.push(3);
    l.push(4);
    int s = 0;
    for (int x : l) s = s * 10 + x;
    return s;
}
constexpr int nested() {
    List l[2];
    l[1].push(8);
    List* p = l;
    ++p;
    return p->items[0] + static_cast<int>(p - l) + l[0].size;
}

extern "C" __tile_global__ void test(int* out) {
    constexpr int a = made(), b = listed(), c = nested();
    out[0] = a;
    out[1] = b;
    out[2] = c;
}
