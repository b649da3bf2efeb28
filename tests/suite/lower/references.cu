//@ run: cpu emulator gpu
//@ arg n: i32 = 3
//@ arg out: out i32[12]
//@ expect out = 2 1 14 14 60 5 33 4 9 12 100 7
// References and pointers to locals, to elements, to pointers, handed through calls.
__tile__ void swap(int& a, int& b) {
    int old = a;
    a = b;
    b = old;
}
__tile__ void add_to(int* p, int n) { *p += n; }
__tile__ int& larger(int& a, int& b) { return a < b ? b : a; }
__tile__ int const& same(int const& a) { return a; }
__tile__ int sum(int const* first, int const* last) {
    int s = 0;
    while (first != last) s += *first++;
    return s;
}

__tile_global__ void kernel(int n, int* out) {
    int a = 1, b = 2;
    swap(a, b);
    out[0] = a;
    out[1] = b;

    int x = 4;
    int& alias = x;
    add_to(&alias, 10);
    out[2] = x;
    out[3] = same(alias);

    int v[4] = {10, 20, 30, 40};
    int* p = v;
    out[4] = sum(p, p + n);
    out[5] = p[2] - *(p + 1) - 5;
    larger(v[0], v[n]) = 33;
    out[6] = v[3];
    out[7] = static_cast<int>(&v[4] - &v[0]);

    int* q = &a;
    int** pq = &q;
    *pq = &b;
    **pq = 9;
    out[8] = b;

    // A pointer that moves with a loop.
    int total = 0;
    int* at = v;
    for (int i = 0; i < 4; ++i, ++at) *at = i;
    for (at = v; at < v + 4; at += 1) total += *at * 2;
    out[9] = total;

    // Which variable is decided at run time, twice.
    int left = 0, right = 0;
    int* chosen = n > 2 ? &left : &right;
    *chosen = 50;
    chosen = n > 5 ? &left : &right;
    *chosen = 50;
    out[10] = left + right;

    int const& temporary = n + 4;
    out[11] = temporary;
}
