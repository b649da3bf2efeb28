//@ check
// Streams of the host's library: one error for a statement, about the stream or what is passed to it.
#include "cuda_tile.h"
#include <iostream>
namespace ct = cuda::tiles;

__tile_global__ void numbers(int n) {
    std::cout << "n = " << n << "\n"; //~ error[E0542]: tile code cannot use `cout`, a variable of the host's library; help: `printf`
}

__tile_global__ void lines(int n) {
    std::cout << n << std::endl; //~ error[E0540]: tile code cannot use `endl`, a function of the host's library; help: `printf`
}
