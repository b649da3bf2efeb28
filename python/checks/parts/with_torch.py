"""`tilec.torch.custom_op` in PyTorch, and its tensors as arguments of launches."""

import functools
import shutil

import tilec
from common import SOURCE, Capsule, Skip, library, refused
from training import curves


def scale_of(x, by):
    import torch

    return torch.empty_like(x)


@functools.lru_cache(maxsize=None)
def operator():
    """`scale` as an operator; a name is registered once in a process."""
    import tilec.torch

    return tilec.torch.custom_op(
        "tilec_checks::scale",
        tilec.compile(SOURCE, "scale<float, 4>"),
        scale_of,
        grid=lambda x, by: x.numel() // 4,
        backward=lambda context, gradient: (gradient * context.arguments[0], None),
    )


def gpu():
    torch = library("torch")
    if not torch.cuda.is_available():
        raise Skip("PyTorch finds no GPU")
    return torch


def named(torch):
    return f"torch {torch.__version__}"


def on_cpu():
    torch = library("torch")
    operators(torch, "cpu")
    launches(torch, "cpu")
    scale = operator()
    compiled = torch.compile(lambda x: scale(x, 2.0) + 1, backend="aot_eager", fullgraph=True)
    batch = torch.arange(64.0).reshape(4, 16)
    torch.testing.assert_close(compiled(batch), 2 * batch + 1)
    launched(torch, "cpu", "aot_eager")
    consumed = torch.arange(4.0).__dlpack__()
    torch.from_dlpack(consumed)
    given = type("Given", (), {"__dlpack__": lambda self, **rest: consumed})()
    plain = tilec.compile(SOURCE, "scale<float, 4>")
    assert "parameter `const float* in`: Given is" in refused(lambda: plain[1](given, torch.zeros(4), 1.0))
    return named(torch)


def on_cuda():
    torch = gpu()
    operators(torch, "cuda")
    launches(torch, "cuda")
    streams(torch)
    plain = tilec.compile(SOURCE, "scale<float, 4>")
    on_gpu, on_host = torch.ones(4, device="cuda"), torch.ones(4)
    raised = refused(lambda: plain[1](on_gpu, on_host, 1.0))
    assert "`in` is in GPU memory and `out` in host memory" in raised, raised
    try:
        plain[1](on_gpu, torch.ones(4, device="cuda"), 1.0, sanitize=True)
    except tilec.ArgumentError as error:
        assert "the sanitizer runs on the CPU" in str(error), error
    else:
        raise AssertionError("nothing was raised")
    return f"{named(torch)} on {torch.cuda.get_device_name()}"


def operators(torch, device):
    """What an operator has to do on each device."""
    scale = operator()
    x = torch.arange(64.0, device=device, requires_grad=True)
    torch.testing.assert_close(scale(x, 0.5), 0.5 * x)
    (scale(x, 3.0) ** 2).sum().backward()
    torch.testing.assert_close(x.grad, 18 * x.detach())
    torch.library.opcheck(scale, (torch.arange(64.0, device=device, requires_grad=True), 0.5))
    batch = torch.arange(64.0, device=device).reshape(4, 16)
    torch.testing.assert_close(torch.vmap(lambda x: scale(x, 2.0))(batch), 2 * batch)
    torch.testing.assert_close(torch.vmap(lambda x: scale(x, 2.0), in_dims=1, out_dims=1)(batch), 2 * batch)


def launches(torch, device):
    """What a launch has to do with tensors on each device; the second one of a kind is the one that is fast on a GPU."""
    bf16 = tilec.compile(SOURCE, "scale<__nv_bfloat16, 4>")
    plain = tilec.compile(SOURCE, "scale<float, 4>")
    made = functools.partial(torch.arange, 4.0, device=device)
    for by in (2.0, 3, torch.tensor(4.0)):
        out = torch.zeros(8, dtype=torch.bfloat16, device=device)
        bf16[2](torch.arange(8, dtype=torch.bfloat16, device=device), out, by)
        assert out.tolist() == [float(by) * i for i in range(8)], out
        # What a kernel writes is a write for PyTorch: a gradient that needs what was there before is an error.
        x = torch.zeros(4, requires_grad=True, device=device)
        y = x * 1
        z = (y * y).sum()
        plain[1](made(), y.detach(), by)
        try:
            z.backward()
        except RuntimeError as error:
            assert "modified by an inplace operation" in str(error), error
        else:
            raise AssertionError("nothing was raised")
        out = torch.zeros(4, device=device)
        plain[1](Capsule(made()), Capsule(out), by)
        assert out.tolist() == [float(by) * i for i in range(4)], out
        read = made()
        plain[lambda a: a.out.numel() // 4](read, torch.zeros(4, device=device), by)
        assert read._version == 0
    for bad, told in [
        (torch._neg_view(made()), "`const float* in`: the tensor is a lazy view: pass tensor.resolve_neg()"),
        (torch.zeros(4, dtype=torch.float64, device=device), "`const float* in`: a tensor of float64, not of f32"),
        (torch.zeros(8, device=device)[::2], "`const float* in`: the tensor is not contiguous"),
        (4, "`const float* in`: int is not an array"),
    ]:
        raised = refused(lambda: plain[1](bad, torch.zeros(4, device=device), 1.0))
        assert told in raised, raised
    assert "`float by`: 1e+300 does not fit f32" in refused(lambda: plain[1](made(), made(), 1e300))
    assert "2 arguments" in refused(lambda: plain[1](made(), made()))
    empty = torch.zeros(0, device=device)
    assert "is not" in refused(lambda: plain[1](empty, "x", 1.0))
    transformed(torch, plain, made)


def transformed(torch, plain, made):
    """A plain launch on what transformations and traces have instead of memory: an operator is for that."""

    def function(x):
        plain[1](x, torch.empty_like(x), 2.0)
        return x.sum()

    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        fake = made()
    for call in (
        lambda: torch.vmap(function)(made().reshape(1, 4)),
        lambda: torch.func.grad(function)(made()),
        lambda: function(fake),
    ):
        raised = refused(call)
        assert "`const float* in`: a tensor without memory: use tilec.torch.custom_op" in raised, raised


def streams(torch):
    """Launches in the current stream, behind what is in its queue, and in one that is given."""
    plain = tilec.compile(SOURCE, "scale<float, 1024>")
    x = torch.zeros(1 << 20, device="cuda")
    out = torch.zeros_like(x)
    plain[1024](x, out, 1.0)
    for given in (False, True):
        stream = torch.cuda.Stream()
        torch.cuda.synchronize()
        with torch.cuda.stream(stream):
            torch.cuda._sleep(50_000_000)
            x.add_(1)
            if not given:
                plain[1024](x, out, 2.0)
                doubled = out * 2
        if given:
            plain[1024](x, out, 2.0, stream=stream)
            stream.synchronize()
            doubled = out * 2
        stream.synchronize()
        torch.testing.assert_close(doubled, 4 * x)


def graphs():
    """Launches and operators in a CUDA graph, which is replayed on other values."""
    torch = gpu()
    plain, scale = tilec.compile(SOURCE, "scale<float, 4>"), operator()
    for launch in (lambda x, out: plain[16](x, out, 2.0), lambda x, out: out.copy_(scale(x, 2.0))):
        x, out = torch.arange(64.0, device="cuda"), torch.zeros(64, device="cuda")
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            launch(x, out)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            launch(x, out)
            out += 1
        for step in range(3):
            x.fill_(step)
            graph.replay()
            torch.cuda.synchronize()
            assert (out == 2 * step + 1).all(), out
    # A kernel that the driver has not loaded yet.
    fresh = tilec.compile(SOURCE, "scale<float, 2>")
    x, out = torch.ones(4, device="cuda"), torch.zeros(4, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        fresh[2](x, out, 7.0)
    graph.replay()
    torch.cuda.synchronize()
    assert (out == 7).all(), out
    return named(torch)


def compiled():
    """`torch.compile` with its default backend, forward and backward, and with CUDA graphs."""
    torch = gpu()
    if not any(map(shutil.which, ("gcc", "cc", "clang"))):
        raise Skip("torch.compile needs a C compiler")
    library("triton")
    scale = operator()

    def function(x):
        return (scale(x.sin(), 2.0) + 1).relu().sum()

    for mode in ("default", "reduce-overhead"):
        torch._dynamo.reset()
        made = torch.compile(function, fullgraph=True, mode=mode)
        for seed in range(4):
            torch.manual_seed(seed)
            x = torch.randn(1024, device="cuda", requires_grad=True)
            y = x.detach().clone().requires_grad_()
            # The first call of `function` itself is PyTorch's own.
            found, wanted = made(x), function(y)
            torch.testing.assert_close(found, wanted)
            found.backward()
            wanted.backward()
            torch.testing.assert_close(x.grad, y.grad)
    launched(torch, "cuda", "inductor")
    return named(torch)


def launched(torch, device, backend):
    """A plain launch in a function that is compiled."""
    plain = tilec.compile(SOURCE, "scale<float, 4>")

    @torch.compile(backend=backend)
    def function(x):
        out = torch.empty_like(x)
        plain[16](x + 1, out, 2.0)
        return out * 3

    x = torch.arange(64.0, device=device)
    for _ in range(3):
        torch.testing.assert_close(function(x), 6 * (x + 1))


def devices():
    """Two GPUs: a launch runs on that of its tensors, and tensors of both are refused."""
    torch = gpu()
    if torch.cuda.device_count() < 2:
        raise Skip("there is one GPU")
    plain = tilec.compile(SOURCE, "scale<float, 4>")
    for number in (1, 0, 1):
        x = torch.arange(64.0, device=f"cuda:{number}")
        out = torch.zeros_like(x)
        plain[16](x, out, 2.0)
        torch.testing.assert_close(out, 2 * x)
        assert torch.cuda.current_device() == 0
        assert torch.empty(1, device="cuda").get_device() == 0
    raised = refused(lambda: plain[16](x, torch.zeros(64, device="cuda:0"), 2.0))
    assert "`in` is in memory of GPU 1 and `out` in memory of GPU 0" in raised, raised
    return named(torch)


def training_on_cpu():
    return curves(library("torch"), "cpu")


def training_on_cuda():
    return curves(gpu(), "cuda")
