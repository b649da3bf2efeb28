"""`tilec.jax.ffi_call` in JAX, and its arrays as arguments of launches."""

import importlib.util
import os
import subprocess
import sys
import tempfile

import tilec
from common import SOURCE, Capsule, Skip, library, refused


def same(x):
    import jax

    return jax.ShapeDtypeStruct(x.shape, x.dtype)


def on_cpu():
    jax = library("jax")
    with jax.default_device(jax.devices("cpu")[0]):
        functions(jax)
        arrays_on_cpu(jax)
        failures_on_cpu(jax)
        told = exported()
    return f"jax {jax.__version__}{told}"


def on_cuda():
    jax = library("jax")
    try:
        device = jax.devices("cuda")[0]
    except RuntimeError as error:
        raise Skip(f"JAX finds no GPU: {str(error).splitlines()[0]}") from None
    with jax.default_device(device):
        functions(jax)
        programs_on_cuda(jax)
        arrays_on_cuda(jax)
    # The same function runs on both platforms of one process.
    with jax.default_device(jax.devices("cpu")[0]):
        functions(jax)
    return f"jax {jax.__version__} on {device.device_kind}"


def functions(jax):
    """What holds on each platform."""
    import jax.numpy as jnp
    import numpy

    import tilec.jax

    scale = tilec.jax.ffi_call(tilec.compile(SOURCE, "scale<float, 4>"), same, grid=lambda x: x.size // 4)
    x = jnp.arange(64.0)
    numpy.testing.assert_array_equal(scale(x, by=0.5), 0.5 * x)
    numpy.testing.assert_array_equal(jax.jit(lambda x: scale(scale(x, by=3.0), by=2.0) + 1)(x), 6 * x + 1)
    batch = x.reshape(4, 16)
    numpy.testing.assert_array_equal(jax.vmap(lambda x: scale(x, by=2.0))(batch), 2 * batch)
    halves = tilec.jax.ffi_call(tilec.compile(SOURCE, "scale<__nv_bfloat16, 4>"), same, grid=16)
    numpy.testing.assert_array_equal(halves(x.astype(jnp.bfloat16), by=0.5), (0.5 * x).astype(jnp.bfloat16))
    unrolled = tilec.jax.ffi_call(
        tilec.compile(SOURCE, "scale<float, 4>"), same, grid=lambda x: x.size // 4, vmap_method="sequential_unrolled"
    )
    numpy.testing.assert_array_equal(jax.vmap(lambda x: unrolled(x, by=2.0))(batch), 2 * batch)
    for wrong in ("broadcast_all", "expand_dims", "legacy_vectorized"):
        try:
            tilec.jax.ffi_call(tilec.compile(SOURCE, "scale<float, 4>"), same, grid=16, vmap_method=wrong)
        except ValueError as error:
            assert "sequential_unrolled" in str(error), error
        else:
            raise AssertionError("nothing was raised")
    assert "an array of int32, not of f32" in refused(lambda: scale(jnp.arange(4), by=1.0))
    assert "parameter `float by` is missing" in refused(lambda: scale(x))
    assert "parameter `const float* in`: float is not an array" in refused(lambda: scale(1.0, by=1.0))
    assert "parameter `float by`: 'x' is not" in refused(lambda: scale(x, by="x"))
    differentiated(jax, scale, x)


def differentiated(jax, scale, x):
    """A derivative, by a rule of the caller."""
    import numpy

    @jax.custom_vjp
    def tripled(x):
        return scale(x, by=3.0)

    tripled.defvjp(lambda x: (tripled(x), None), lambda _, gradient: (scale(gradient, by=3.0),))
    found = jax.jit(jax.grad(lambda x: (tripled(x) ** 2).sum()))(x)
    numpy.testing.assert_array_equal(found, 18 * x)


def arrays_on_cpu(jax):
    """Arrays of JAX as arguments of a launch: they may be read."""
    import jax.numpy as jnp
    import numpy

    float32 = tilec.compile(SOURCE, "scale<float, 4>")
    x, out = jnp.arange(64.0), numpy.zeros(64, numpy.float32)
    for given in (x, Capsule(x)):
        float32[16](given, out, 2.0)
        numpy.testing.assert_array_equal(out, 2 * x)
        out[:] = 0
    assert "read-only" in refused(lambda: float32[16](out, x, 2.0))
    raised = refused(lambda: jax.jit(lambda x: float32[16](x, out, 2.0))(x))
    assert "`const float* in`: a value that JAX traces has no memory: use tilec.jax.ffi_call" in raised, raised


def failures_on_cpu(jax):
    """A launch that leaves its buffers is an error of the call, and the process goes on."""
    import jax.numpy as jnp
    import numpy

    import tilec.jax

    float32, x = tilec.compile(SOURCE, "scale<float, 4>"), jnp.arange(64.0)
    outside = tilec.jax.ffi_call(float32, same, grid=17)
    try:
        jax.block_until_ready(outside(x, by=1.0))
    except Exception as error:
        assert "E0802" in str(error), error
    else:
        raise AssertionError("nothing was raised")
    scale = tilec.jax.ffi_call(float32, same, grid=16)
    numpy.testing.assert_array_equal(scale(x, by=0.5), 0.5 * x)


def programs_on_cuda(jax):
    """Launches between XLA's own kernels, in loops and many times, so that a wrong stream shows."""
    import jax.numpy as jnp
    import numpy

    import tilec.jax

    count = 1 << 20
    scale = tilec.jax.ffi_call(tilec.compile(SOURCE, "scale<float, 1024>"), same, grid=lambda x: x.size // 1024)

    @jax.jit
    def steps(x):
        return jax.lax.fori_loop(0, 20, lambda _, x: scale(x + 1, by=0.5) * 2 - 1, x)

    x = jnp.arange(count, dtype=jnp.float32)
    for _ in range(10):
        numpy.testing.assert_array_equal(steps(x), x)


def arrays_on_cuda(jax):
    import jax.numpy as jnp
    import numpy

    x = jnp.arange(64.0)
    try:
        import torch

        if not torch.cuda.is_available():
            return
    except ImportError:
        return
    for dtype, name in ((torch.float32, "float"), (torch.bfloat16, "__nv_bfloat16")):
        out = torch.zeros(64, device="cuda", dtype=dtype)
        given = x.astype(str(dtype).rpartition(".")[2])
        tilec.compile(SOURCE, f"scale<{name}, 4>")[16](given, out, 2.0)
        numpy.testing.assert_array_equal(out.float().cpu().numpy(), 2 * x)
    float32 = tilec.compile(SOURCE, "scale<float, 4>")
    assert "read-only" in refused(lambda: float32[16](torch.zeros(64, device="cuda"), x, 2.0))


# A process that compiles a function and one that calls it, which has launched another kernel, the same one with other values or on
# other shapes, or the same.
EXPORTED = """\
import os, sys
os.environ["JAX_PLATFORMS"] = "cpu"
import jax, jax.numpy as jnp, numpy, tilec, tilec.jax
from jax import export
scale = tilec.jax.ffi_call(tilec.compile({source!r}, "scale<float, 4>"), lambda x: jax.ShapeDtypeStruct(x.shape, x.dtype),
                           grid=lambda x: x.size // 4)
x = jnp.arange(8.0)
if sys.argv[1] == "write":
    made = export.export(jax.jit(lambda x: scale(x, by=2.0)), disabled_checks=[export.DisabledSafetyCheck.custom_call("tilec")])(x)
    open(sys.argv[2], "wb").write(made.serialize())
    sys.exit()
if sys.argv[1] == "other":
    jax.block_until_ready([scale(jnp.zeros(1 << 20), by=2.0), scale(x, by=-1.0)])
else:
    jax.block_until_ready(scale(jnp.zeros(8), by=2.0))
call = export.deserialize(bytearray(open(sys.argv[2], "rb").read())).call
try:
    print(call(x).tolist())
except Exception as error:
    print("this process has no such launch" in str(error))
"""


def exported():
    if importlib.util.find_spec("flatbuffers") is None:
        return ", without jax.export: flatbuffers is not installed"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "function")
        for what, printed in [("write", ""), ("other", "True\n"), ("same", f"{[2.0 * i for i in range(8)]}\n")]:
            command = [sys.executable, "-c", EXPORTED.format(source=SOURCE), what, path]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert (done.returncode, done.stdout) == (0, printed), (what, done)
    return ""
