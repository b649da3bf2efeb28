// case: module_import
// spec: [module.import]
// reject: E0216 there are no modules

import std;
extern "C" __tile_global__ void test(int* out, int n) {
    *out = n;
}
