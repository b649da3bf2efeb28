// case: lambda_captures_this
// spec: [expr.prim.lambda.capture]
// arg: i32 = 4
// arg: out i32[6]
// expect: [14, 4, 14, 4, 8, 24]
struct S {
    int v;
    __tile__ int by_pointer() {
        auto f = [this] { return v; };
        v += 10;
        return f();
    }
    __tile__ int by_copy() {
        auto f = [*this] { return v; };
        v += 10;
        return f();
    }
    __tile__ int implicitly() {
        auto f = [&] { return v; };
        v += 10;
        return f();
    }
    __tile__ int copy_with_default() {
        auto f = [=, *this]() mutable { return v++; };
        v += 10;
        return f();
    }
    __tile__ int calls_member() {
        auto f = [this] { return twice(); };
        return f();
    }
    __tile__ int twice() const { return 2 * v; }
    __tile__ int nested() {
        int k = 3;
        auto f = [this, k] {
            auto g = [=, this] { return k * twice(); };
            return g();
        };
        return f();
    }
};

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = S{n}.by_pointer();
    out[1] = S{n}.by_copy();
    out[2] = S{n}.implicitly();
    out[3] = S{n}.copy_with_default();
    out[4] = S{n}.calls_member();
    out[5] = S{n}.nested();
}
