"""Kernels of the checks, and what they share."""

import tilec

SOURCE = """\
#include <cuda_tile.h>
#include <cuda_bf16.h>
namespace ct = cuda::tiles;
template <class T, int N>
__tile_global__ void scale(const T* in, T* out, float by) {
    auto at = N * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<N>>>();
    auto x = ct::element_cast<float>(ct::load(in + at));
    ct::store(out + at, ct::element_cast<T>(x * by));
}

// Causal attention of one head over rows of N, in blocks of all rows: softmax(q k^T / sqrt(D)) v.
template <int N, int D>
__tile_global__ void attention(const float* q, const float* k, const float* v, float* out) {
    int head = ct::bid().x;
    auto rows = [&](auto p) {
        return ct::partition_view{ct::tensor_span{p + head * N * D, ct::extents{N, D}}, ct::shape<N, D>{}};
    };
    auto index = ct::iota<ct::tile<int, ct::shape<N>>>();
    auto query = ct::reshape(index, ct::shape<N, 1>{});
    auto key = ct::reshape(index, ct::shape<1, N>{});
    auto scores = ct::mma(rows(q).load(0, 0), ct::transpose(rows(k).load(0, 0)), ct::zeros<ct::tile<float, ct::shape<N, N>>>());
    scores = ct::select(key <= query, scores * (1.0f / ct::sqrt(float(D))), ct::full<ct::tile<float, ct::shape<N, N>>>(-1e30f));
    auto e = ct::exp(scores - ct::reduce_max<1>(scores));
    auto w = e / ct::sum<1>(e);
    rows(out).store(ct::mma(w, rows(v).load(0, 0), ct::zeros<ct::tile<float, ct::shape<N, D>>>()), 0, 0);
}
"""


class Skip(Exception):
    """The reason why a part does not run."""


def library(name):
    """A module, or the reason why there is none."""
    try:
        return __import__(name, fromlist=["_"])
    except ImportError as error:
        if error.name is not None and error.name.startswith("tilec"):
            raise
        raise Skip(f"{error.name or name} is not installed" if error.name else f"{name}: {error}") from None


def refused(call):
    """The message of the error."""
    try:
        call()
    except tilec.ArgumentError as error:
        return str(error)
    raise AssertionError("nothing was raised")


class Interface:
    """An array by `__cuda_array_interface__` alone, as any library may have it."""

    def __init__(self, array):
        self.array = array

    @property
    def __cuda_array_interface__(self):
        return self.array.__cuda_array_interface__


class Capsule(Interface):
    """An array by DLPack alone."""

    __cuda_array_interface__ = None

    def __dlpack__(self, **rest):
        return self.array.__dlpack__(**rest)
