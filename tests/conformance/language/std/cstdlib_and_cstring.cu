// case: cstdlib_and_cstring
// spec: [cstdlib.syn], [cstring.syn]
// arg: i32 = -17
// arg: out i32[6]
// expect: [-302, 317, 7147, 1146, 3, 1]
#include <cstdlib>
#include <cstring>

static_assert(std::strlen("four") == 4 && std::strcmp("a", "b") < 0 && std::strncmp("abc", "abd", 2) == 0);
extern "C" __tile_global__ void test(int n, int* out) {
    auto d = std::div(n, 5);
    out[0] = d.quot * 100 + d.rem;
    out[1] = std::abs(n) + int(std::abs(-3l)) * 100;
    unsigned char bytes[8];
    std::memset(bytes, 7, 8);
    unsigned char more[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    std::memcpy(bytes + 2, more, 4);
    out[2] = bytes[1] * 1000 + bytes[2] * 100 + bytes[5] * 10 + bytes[6];
    std::memmove(more + 1, more, 4);
    out[3] = more[0] * 1000 + more[1] * 100 + more[4] * 10 + more[5];
    out[4] = (std::memcmp(bytes + 2, more, 1) == 0) + (std::memcmp(bytes, more, 8) > 0) * 2;
    out[5] = EXIT_FAILURE;
}
