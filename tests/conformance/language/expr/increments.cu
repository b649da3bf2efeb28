// case: increments
// spec: [expr.pre.incr], [expr.post.incr]
// arg: i32 = 127
// arg: out i32[6]
// expect: [-128, 255, 130, 7, 103, 1]
extern "C" __tile_global__ void test(int n, int* out) {
    signed char c = static_cast<signed char>(n);
    ++c;                        // computed as int, wraps on the way back
    out[0] = c;
    out[1] = n++;
    out[1] += n;
    ++(++n);
    out[2] = n;
    float f = 0.5f;
    out[3] = static_cast<int>(f++ * 10);
    out[3] += static_cast<int>(++f);
    int a[3] = {1, 2, 3}, *p = a;
    out[4] = *p++ * 100;
    out[4] += *++p;
    out[5] = static_cast<int>(--p - a);
}
