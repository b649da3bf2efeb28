//@ run: cpu emulator gpu
//@ arg out: out f32[12]
//@ expect out = 2.5 2.5 2.5 2 3.5 2.5 1.5 2 2.5 2.5 7 2.5
// 2.9: a tile of one element converts to every scalar that the element converts to, by a conversion function; where
// constructors of that scalar's class are ambiguous for it, the function that makes the object is better (CWG 2327).
#include "cuda_tile.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
namespace ct = cuda::tiles;

// The same without tiles: a class with converting constructors, made from one that converts to their parameters.
struct Number {
    float value;
    __tile__ Number(float v) : value(v) {}
    __tile__ Number(double v) : value(float(v) + 100) {}
    __tile__ Number(int v) : value(float(v) + 200) {}
};
struct Any {
    template <class T> __tile__ explicit(__is_same(T, Number)) operator T() {
        return T(7.0f);
    }
};
template <class T> __tile__ T made(Any any) {
    return static_cast<T>(any);
}

__tile_global__ void kernel(float* out) {
    auto t = ct::full<ct::tile<float, ct::shape<1>>>(2.5f);
    auto rank0 = ct::full<ct::tile<float, ct::shape<>>>(2.5f);
    auto square = ct::full<ct::tile<float, ct::shape<1, 1>>>(2.5f);
    out[0] = float(static_cast<__half>(t));
    out[1] = float(static_cast<__nv_bfloat16>(rank0));
    out[2] = float(static_cast<__nv_tf32>(square));
    out[3] = static_cast<int>(t);
    auto h = ct::full<ct::tile<__half, ct::shape<1>>>(__half(3.5f));
    out[4] = float(static_cast<__half>(h));
    __half direct(t);
    out[5] = float(direct);
    auto b = ct::full<ct::tile<__nv_bfloat16, ct::shape<1, 1>>>(__nv_bfloat16(1.5f));
    out[6] = float((__half)b);
    out[7] = float(static_cast<__nv_fp8_e4m3>(ct::full<ct::tile<float, ct::shape<>>>(2.0f)));
    out[8] = float(__half(square));
    out[9] = float(static_cast<__half>(ct::sum<0>(t)));
    out[10] = made<Number>(Any{}).value;
    auto d = ct::full<ct::tile<double, ct::shape<1>>>(2.5);
    out[11] = float(static_cast<__nv_bfloat16>(d));
}
