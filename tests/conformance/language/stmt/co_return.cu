// case: co_return
// spec: [stmt.return.coroutine]
// reject: E0216 no coroutines

extern "C" __tile_global__ void test(int* out, int n) {
    *out = n;
    co_return;
}
