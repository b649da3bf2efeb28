#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
#include "kernels/attention.h"

namespace ct = cuda::tiles;

template <int HeadDim, int BlockM_, class Element_>
struct Traits {
  using Element = Element_;
  static constexpr int kHeadDim = HeadDim, kBlockM = BlockM_;
};

template <class T, bool Is_causal, bool Is_even>
__tile_global__ void flash_fwd(const typename T::Element* q, typename T::Element* out, float scale) {
  auto i = ct::iota<ct::tile<int, ct::shape<T::kHeadDim>>>();
  auto v = ct::element_cast<float>(ct::load(q + i)) * scale;
  if constexpr (Is_causal && !Is_even) v = v + v;
  ct::store(out + i, ct::element_cast<typename T::Element>(v));
}

template <class Traits, bool Is_causal>
void run_flash(const Params& params, cudaStream_t stream) {
  const bool is_even = params.seqlen % Traits::kBlockM == 0;
  dim3 grid(params.seqlen / Traits::kBlockM, params.batch, params.heads);
  using E = typename Traits::Element;
  BOOL_SWITCH(is_even, IsEven, [&] {
    auto kernel = &flash_fwd<Traits, Is_causal, IsEven>;
    kernel<<<grid, 1, 0, stream>>>(static_cast<const E*>(params.q), static_cast<E*>(params.out), params.scale);
  });
}

void mha_fwd(const Params& params, cudaStream_t stream) {
  HEADDIM_SWITCH(params.dim, [&] {
    BOOL_SWITCH(params.causal, IsCausal, [&] {
      BOOL_SWITCH(params.is_bf16, IsBf16, [&] {
        using E = std::conditional_t<IsBf16, __nv_bfloat16, __half>;
        run_flash<Traits<kHeadDim, 64, E>, IsCausal>(params, stream);
      });
    });
  });
}
