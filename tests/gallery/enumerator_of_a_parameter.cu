#include "cuda_tile.h"
namespace ct = cuda::tiles;

enum class Rounding { down, nearest };

template <Rounding Way> __tile__ float rounded(float x) {
    return Way == nearest ? x + 0.5f : x;
}
template __tile__ float rounded<Rounding::down>(float);

// cpp: An enumerator without its enumeration
// The enumerators of `enum class` are members of it.
