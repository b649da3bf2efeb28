//@ run: cpu emulator gpu
//@ arg n: i32 = 3
//@ arg out: out i32[9]
//@ expect out = 3 4 5 5 5 7 8 2 4
// [expr.ass], [expr.comma], [expr.post.incr]: where the standard fixes an order.
__tile__ int next(int& n) { return n++; }

__tile_global__ void kernel(int n, int* out) {
    int x = n;
    out[0] = x++;
    out[1] = x;
    out[2] = ++x;
    // The right side of an assignment comes first.
    int v[3] = {0, 1, 2};
    int i = 0;
    v[i] = i = 2;
    out[3] = v[2] + 3;
    int a, b;
    a = b = 5;
    out[4] = a;
    out[5] = (x = 6, x + 1);
    (x += 1) += 1;
    out[6] = x;
    // Braces are evaluated from left to right, and so is a shift.
    int k = 0;
    int list[3] = {next(k), next(k), next(k)};
    out[7] = list[2];
    int shift = 1;
    out[8] = next(shift) << next(shift);
}
