// case: constant_captured
// spec: [dcl.type.cv]
// ub: rule 12: the lambda writes to a constant object
// arg: out i32[1]
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    const int k = n;
    auto f = [&] { const_cast<int&>(k) = 1; };
    f();
    o[0] = k;
}
