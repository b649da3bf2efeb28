"""Arrays of NumPy with elements that it does not have itself, and arrays of CuPy."""

import tilec
from common import SOURCE, Capsule, Interface, Skip, library, refused

COPY = """\
#include <cuda_tile.h>
#include <cuda_fp8.h>
template <class T> __tile_global__ void copy(const T* in, T* out) { int i = cuda::tiles::bid().x; out[i] = in[i]; }
"""


def on_cpu():
    ml_dtypes, numpy = library("ml_dtypes"), library("numpy")
    scale = tilec.compile(SOURCE, "scale<__nv_bfloat16, 4>")
    values, out = numpy.arange(8).astype(ml_dtypes.bfloat16), numpy.zeros(8, ml_dtypes.bfloat16)
    scale[2](values, out, 2.0)
    assert out.astype(float).tolist() == [2 * i for i in range(8)], out
    raised = refused(lambda: scale[2](values, numpy.zeros(8, numpy.float32), 2.0))
    assert "`__nv_bfloat16* out`: an array of float32, not of bf16" in raised, raised
    values, out = numpy.arange(8, dtype="float32"), numpy.zeros(8, "float32")
    tilec.compile(SOURCE, "scale<float, 4>")[2](Capsule(values), Capsule(out), 2.0)
    assert out.tolist() == [2 * i for i in range(8)], out
    for name, dtype, other in [("e4m3", "float8_e4m3fn", "float8_e5m2"), ("e5m2", "float8_e5m2", "float8_e4m3fn")]:
        copy = tilec.compile(COPY, f"copy<__nv_fp8_{name}>")
        values, out = numpy.arange(4).astype(dtype), numpy.zeros(4, dtype)
        copy[4](values, out)
        assert out.astype(float).tolist() == [0, 1, 2, 3], out
        raised = refused(lambda: copy[4](values.astype(other), out))
        assert f"an array of {other}, not of {name}" in raised, raised
    return f"numpy {numpy.__version__} with ml_dtypes {ml_dtypes.__version__}"


def with_cupy():
    cupy = library("cupy")
    try:
        if cupy.cuda.runtime.getDeviceCount() == 0:
            raise Skip("CuPy finds no GPU")
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise Skip(f"CuPy finds no GPU: {error}") from None
    scale = tilec.compile(SOURCE, "scale<float, 4>")
    x = cupy.arange(64, dtype="float32")
    for given in (lambda it: it, Interface, Capsule):
        out = cupy.zeros_like(x)
        # The second launch is the one that the extension module makes by itself.
        for by in (2.0, 3.0):
            scale[16](given(x), given(out), by)
            assert (out == by * x).all(), (given, out)
    # In the current stream of CuPy, behind what that has in its queue.
    stream = cupy.cuda.Stream(non_blocking=True)
    big = cupy.ones(1 << 24, "float32")
    cupy.cuda.Device().synchronize()
    with stream:
        for _ in range(50):
            big *= 1.0
        y = big[:64] * 5
        out = cupy.zeros_like(y)
        scale[16](y, out, 2.0)
        doubled = out * 2
    stream.synchronize()
    assert (doubled == 20).all(), doubled
    for bad, told in [
        (x.astype("float64"), "float64, not of f32"),
        (cupy.zeros((8, 8), "float32").T, "not contiguous"),
        (x[::2], "not contiguous"),
        (cupy.asnumpy(x), "is in GPU memory"),
    ]:
        raised = refused(lambda: scale[8](x, bad, 2.0))
        assert told in raised and "`float* out`" in raised or "`out` in host memory" in raised, raised
    half = tilec.compile("#include <cuda_fp16.h>\n" + SOURCE, "scale<__half, 4>")
    out = cupy.zeros(8, "float16")
    half[2](cupy.arange(8, dtype="float16"), out, 2.0)
    assert out.tolist() == [2.0 * i for i in range(8)], out
    return f"cupy {cupy.__version__}"
