// case: host_code_is_skipped
// spec: 1.2 Language and Architecture Support
// arg: out i32[1]
// expect: [4]
// note: host code may use what is not there, as long as no kernel reaches it.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

#include <vector>
#include <a_header_that_is_not_there.hpp>

std::vector<int> host_function(std::vector<int> v) {
    try {
        throw missing::error(v.size());
    } catch (...) {
    }
    auto* p = new int[v.size()];
    return std::vector<int>(p, p + v.size());
}

extern "C" __tile_global__ void test(int* out) { *out = 4; }

void launch(int* p) { test<<<1, 1>>>(p); }
