// case: await
// spec: [expr.await]
// reject: E0216 no coroutines

extern "C" __tile_global__ void test(int* out, int n) {
    *out = 1 + co_await n;
}
