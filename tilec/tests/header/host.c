/* Launches the kernels of kernels.cu; compiled as C99 and as C++. */
#include <stdio.h>

#include "kernels.h"
/* A header may come twice, and with others. */
#include "kernels.h"
#include "other.h"

struct Pair {
    int first;
    double second;
};

int main(void) {
    kernels_module kernels;
    other_module other;
    struct Pair pair;
    tilec_f16 *memory = (tilec_f16 *)0x1000;
    tilec_stream stream = (tilec_stream)7;
    tilec_result result = kernels_load(&kernels);
    if (result != 0) {
        printf("%d %s [%s]\n", result, kernels_error_string(&kernels, result), kernels.module.log);
        return 1;
    }
    memset(&pair, 0, sizeof pair);
    pair.first = 3;
    pair.second = -2.0;
    if (kernels_mix_half_8(&kernels, tilec_grid_of(5, 6, 7), stream, memory, memory + 8, 0x3c00,
                               9, 1, true, &pair))
        return 2;
    if (kernels_empty(&kernels, tilec_grid_of(1, 1, 1), NULL)) return 3;
    if (other_load(&other) || other_one(&other, tilec_grid_of(2, 1, 1), NULL, (float *)0x20))
        return 4;
    if (other_unload(&other) || kernels_unload(&kernels)) return 5;
    printf("%s\n", kernels_error_string(&kernels, 500));
    return 0;
}
