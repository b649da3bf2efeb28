/* Loads the kernels, and launches them if it is given two addresses of device memory. */
#include <stdio.h>
#include <stdlib.h>

#include "offset.h"
#include "scale.h"

int main(int argc, char **argv) {
    scale_module scale;
    offset_module offset;
    tilec_result result = scale_load(&scale);
    if (result == 0) result = offset_load(&offset);
    if (result != 0) {
        fprintf(stderr, "%s\n", scale_error_string(&scale, result));
        return result == TILEC_NO_DRIVER ? 77 : 1;
    }
    if (argc == 3) {
        float *in = (float *)(uintptr_t)strtoull(argv[1], NULL, 0);
        float *out = (float *)(uintptr_t)strtoull(argv[2], NULL, 0);
        result = scale_scale(&scale, tilec_grid_of(2, 1, 1), NULL, in, out);
        if (result == 0)
            result = offset_offset(&offset, tilec_grid_of(2, 1, 1), NULL, out, out, 0.5f);
    }
    offset_unload(&offset);
    scale_unload(&scale);
    return result != 0;
}
