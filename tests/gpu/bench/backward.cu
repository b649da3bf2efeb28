// Gradients of attention at the sizes of heads and tiles that are timed; the kernels are the example's.

#include "../../../examples/attention_backward/kernel.cu"

GRADIENTS(bf16, 128, 128, 64, false)
GRADIENTS(bf16, 128, 128, 64, true)
GRADIENTS(bf16, 64, 128, 64, false)
GRADIENTS(bf16, 64, 128, 64, true)
GRADIENTS(bf16, 64, 128, 128, false)
template __tile_global__ void row_products<bf16, 128, 32>(const bf16* __restrict__, const bf16* __restrict__,
                                                          float* __restrict__, int, int);
