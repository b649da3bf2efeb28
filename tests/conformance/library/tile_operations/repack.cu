// case: repack
// spec: CUDA 13.5: repack
// rows: 13.5-14
// refuses: 13.5-14
// arg: u8[16] = iota
// arg: bool[16] = [true, false, false, false, false, false, false, false, true, true, false, false, false, false, false, true]
// arg: out u32[12]
// arg: out u8[18]
// arg: out bool[32]
// expect: [0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c, 0x0c080400, 0x0d090501, 0x0e0a0602, 0x0f0b0703, 0x0100, 0x0302, 0x0504, 0x0706]
// expect: [1, 131, 0, 0x3c, 0, 0xc0, 3, 2, 1, 0, 7, 6, 5, 4, 7, 0, 0, 0]
// expect: [true, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, true, false, false, false, false, false, true]
// note: the first element has the lowest bits; along dimension 0 the four rows of a column make a number.
#include "cuda_fp16.h"
#include "cuda_tf32.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class E, auto D, class T>
concept repacks = requires(T x) { ct::repack<E, D>(x); };
template <class E, class S>
using T = ct::tile<E, S>;
static_assert(repacks<unsigned, 0, T<unsigned char, ct::shape<4>>> && !repacks<unsigned, 0, T<unsigned char, ct::shape<2>>>);
static_assert(repacks<unsigned, 1, T<char, ct::shape<2, 4>>> && !repacks<unsigned, 0, T<char, ct::shape<2, 4>>>);
static_assert(!repacks<unsigned, 2, T<char, ct::shape<2, 4>>> && !repacks<unsigned, -1, T<char, ct::shape<2, 4>>>);
static_assert(!repacks<unsigned, 0, unsigned> && !repacks<unsigned, 0, T<int*, ct::shape<4>>> && !repacks<int*, 0, T<unsigned, ct::shape<4>>>);
// Four bits do not make a byte, but stay what they are; 19 bits do not make other elements.
static_assert(!repacks<unsigned char, 0, T<bool, ct::shape<4>>> && repacks<bool, 0, T<bool, ct::shape<4>>>);
static_assert(!repacks<unsigned char, 0, T<__nv_tf32, ct::shape<8>>> && repacks<__nv_tf32, 0, T<__nv_tf32, ct::shape<8>>>);

extern "C" __tile_global__ void test(unsigned char const* p, bool const* q, unsigned* out, unsigned char* bytes, bool* bits) {
    auto row = ct::load(p + ct::iota<ct::tile<int, ct::shape<16>>>());
    auto four = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto words = ct::repack<unsigned>(row, 0_ic);
    static_assert(__is_same(decltype(words), ct::tile<unsigned, ct::shape<4>>));
    ct::store(out + four, words);
    auto square = ct::reshape<ct::shape<4, 4>>(row);
    auto columns = ct::repack<unsigned, 0>(square);
    static_assert(__is_same(decltype(columns), ct::tile<unsigned, ct::shape<1, 4>>));
    ct::store(out + 4 + ct::iota<ct::tile<int, ct::shape<1, 4>>>(), columns);
    // 16 bits to 32 and back.
    auto halves = ct::repack<unsigned short, 0>(row);
    static_assert(__is_same(decltype(halves), ct::tile<unsigned short, ct::shape<8>>));
    ct::store(out + 8 + four, ct::element_cast<unsigned>(ct::extract(halves, ct::shape<4>{}, 0)));
    auto packed = ct::repack<unsigned char>(ct::load(q + ct::iota<ct::tile<int, ct::shape<16>>>()), 0_ic);
    static_assert(__is_same(decltype(packed), ct::tile<unsigned char, ct::shape<2>>));
    auto two = ct::iota<ct::tile<int, ct::shape<2>>>();
    ct::store(bytes + two, packed);
    ct::store(bytes + 2 + four, ct::repack<unsigned char, 0>(ct::element_cast<__half>(1 - two * 3)));
    // Along the rows of a column of words.
    auto column = ct::reshape<ct::shape<2, 1>>(ct::iota<ct::tile<unsigned, ct::shape<2>>>() * 0x04040404u + 0x00010203u);
    ct::store(bytes + 6 + ct::iota<ct::tile<int, ct::shape<2, 4>>>(), ct::repack<unsigned char, 1>(column));
    ct::store(bytes + 14 + four, ct::repack<unsigned char, 0>(ct::full<ct::tile<unsigned, ct::shape<1>>>(7u)));
    auto from = ct::repack<bool, 0>(ct::element_cast<unsigned char>(3 - two));
    ct::store(bits + ct::iota<ct::tile<int, ct::shape<16>>>(), from);
    ct::store(bits + 16 + ct::iota<ct::tile<int, ct::shape<16>>>(), ct::repack<bool, 0>(packed));
}
