#include "cuda_tile.h"
namespace ct = cuda::tiles;

struct Operand {
    ct::partition_view view;
};

__tile_global__ void k(Operand* operands) { operands[0] = operands[1]; }

// cpp: A class template without arguments as the type of a member
// The arguments of a class template are deduced for variables, not for members.
