#include <cstdio>
#include <string>

__tile_global__ void kernel(float* p) {
    std::string name = "p[0]";
    printf("%s = %f\n", name.c_str(), p[0]);
}

// blocks: `std::string` in a kernel
// Classes of the host's library allocate memory on the host.
