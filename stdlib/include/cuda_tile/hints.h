// Section 2.16: optimization hints are attributes, so nothing is declared here.
//
//   [[cutile::hint(ARCH, kind = value, ...)]]      ARCH: 0 for all architectures, else the number of __CUDA_ARCH__
//
// On a __tile_global__ function: num_cta_in_cga = 1, 2, 4, 8, 16; occupancy = 1 .. 32; since CUDA 13.4
// num_worker_warps_per_cta = 1, 2, 4, 8, 16, 32. On an expression statement, for
// the loads and stores called in it: latency = 1 .. 10; allow_tma = true, false (views only). The last of equal kinds
// counts; a hint for one architecture goes before one for all. A hint that is not understood is a warning.
#pragma once
