#include "cuda_tile.h"
namespace ct = cuda::tiles;

class Size {
public:
    constexpr Size(int n) : n_(n) {}
    constexpr int count() const { return n_; }

private:
    int n_;
};

template <Size S> __tile_global__ void fill(float* p) {
    ct::store(p + ct::iota<ct::tile<int, ct::shape<S.count()>>>(), 1.0f);
}
template __tile_global__ void fill<Size(64)>(float*);

// cpp: A template parameter whose members are private
// Two values are the same if all members are, so that each must be public.
