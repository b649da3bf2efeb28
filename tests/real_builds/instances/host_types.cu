// Configurations that live in types of host code.
#include <chrono>
#include <cuda_tile.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ct = cuda::tiles;

struct Layer {
    std::string name;
    std::vector<std::unique_ptr<Layer>> children;
    static constexpr int width = 64;
};
template <class T> struct Registry {
    std::map<std::string, T> entries;
    static constexpr int width = int(sizeof(T)) * 8;
    struct Key {
        std::string text;
        static constexpr int width = 16;
    };
};

template <class Config> __tile_global__ void clear(float* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<Config::width>>>();
    ct::store(p + at, ct::full<ct::tile<float, ct::shape<Config::width>>>(0.0f));
}

template __tile_global__ void clear<Layer>(float*);
template __tile_global__ void clear<Registry<int>>(float*);
template __tile_global__ void clear<Registry<Layer*>::Key>(float*);

template <class T> __tile_global__ void touch(float* p) { *p = 1; }

template __tile_global__ void touch<std::vector<float>>(float*);
template __tile_global__ void touch<std::string>(float*);
template __tile_global__ void touch<std::unique_ptr<Layer>>(float*);
template __tile_global__ void touch<std::chrono::seconds>(float*);
template __tile_global__ void touch<cudaStream_t>(float*);
template __tile_global__ void touch<dim3>(float*);
template __tile_global__ void touch<void (*)(int)>(float*);
