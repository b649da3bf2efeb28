#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <ct::tile Block> __tile__ Block halved(Block x) {
    Block half = x;
    return half / 2;
}

// cpp: A class template in the place of a concept
// In front of a template parameter a concept constrains a type; a class template makes it a value.
