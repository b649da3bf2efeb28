//@ by: vLLM
//@ base: rows/rope
//@ small: r=4 n=128 h=3
//@ large: r=8192 n=128 h=32
//@ grid: r, h
//@ arg x: bf16[%{r*h*n}] = random(1)
//@ arg cosine: f32[%{r*n/2}] = random(2)
//@ arg sine: f32[%{r*n/2}] = random(3)
//@ arg y: out bf16[%{r*h*n}]
//@ arg rows: i32 = %{r}
//@ arg heads: i32 = %{h}
//@ result y[i:r, t:h, j:n] = where(j < n/2, x[(i*h + t)*n + j] * cosine[i*(n/2) + j] - x[(i*h + t)*n + j + n/2] * sine[i*(n/2) + j], x[(i*h + t)*n + j] * cosine[i*(n/2) + j - n/2] + x[(i*h + t)*n + j - n/2] * sine[i*(n/2) + j - n/2])
//@ expect: no MMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Halves of a head of 128 are turned; one head of one token a block.
using bf16 = __nv_bfloat16;
__tile_global__ void rotary(const bf16* __restrict__ x, const float* __restrict__ cosine, const float* __restrict__ sine,
                            bf16* __restrict__ y, int tokens, int heads) {
    constexpr int HALF = 64;
    int token = ct::bid().x, head = ct::bid().y;
    auto lane = ct::iota<ct::tile<int, ct::shape<HALF>>>();
    int base = (token * heads + head) * 128;
    auto first = ct::element_cast<float>(ct::load(x + (base + lane)));
    auto second = ct::element_cast<float>(ct::load(x + (base + HALF + lane)));
    auto c = ct::load(cosine + (token * HALF + lane));
    auto s = ct::load(sine + (token * HALF + lane));
    ct::store(y + (base + lane), ct::element_cast<bf16>(first * c - second * s));
    ct::store(y + (base + HALF + lane), ct::element_cast<bf16>(second * c + first * s));
}
