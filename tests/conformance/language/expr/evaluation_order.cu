// case: evaluation_order
// spec: [intro.execution], [expr.ass]/1, [expr.shift]/4, [expr.sub]/1, [expr.call]/8
// arg: out i32[8]
// expect: [12, 12, 124, 123, 129, 11, 124, 13]
struct Trace {
    int n = 0;
    __tile__ int mark(int digit) {
        n = n * 10 + digit;
        return digit;
    }
};
struct Obj {
    Trace* t;
    __tile__ Obj& step(int k) {
        t->mark(k);
        return *this;
    }
    __tile__ Obj& operator<<(int) { t->mark(9); return *this; }
};

extern "C" __tile_global__ void test(int* out) {
    Trace t;
    int a[4] = {};
    a[t.mark(2)] = t.mark(1);               // the right operand first
    out[0] = t.n;
    t.n = 0;
    t.mark(1), t.mark(2);
    out[1] = t.n;
    t.n = 0;
    int s = t.mark(1) << t.mark(2);         // the left operand first
    out[2] = t.n * 10 + s;
    t.n = 0;
    Obj{&t}.step(1).step(t.mark(2) + 1);    // the object before the arguments
    out[3] = t.n;
    t.n = 0;
    Obj o{&t};
    o.step(1) << t.mark(2);                 // an operator notation keeps the built-in order
    out[4] = t.n;
    t.n = 0;
    int x = (t.mark(0) && t.mark(5)) + (t.mark(1) || t.mark(6));
    out[5] = t.n * 10 + x;
    t.n = 0;
    int b[] = {t.mark(1), t.mark(2), t.mark(3)};   // list elements in order
    out[6] = t.n + b[0];
    t.n = 0;
    a[t.mark(3)] += t.mark(1);
    out[7] = t.n;
}
