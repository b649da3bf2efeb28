"""Kernels that use the functions of `cuda.tile`, run on tilec's CPU device, with results worked out by NumPy.

usage: kernels.py [TEXT]   runs the cases with TEXT in their names; one line each, then the functions that none uses

With TILEC_ON_GPU they are launched on a GPU, with the `tileiras` on the path.
"""
import contextlib
import inspect
import io
import os
import pathlib
import re
import sys

import numpy as np

import cuda.tile as ct
import device
from cuda.tile._execution import is_stub

device.install()
Const = ct.Constant[int]
CASES = []
F, I, U = np.float32, np.int32, np.uint32
X = np.linspace(-3, 3, 32, dtype=F)
POSITIVE = np.linspace(0.1, 4, 32, dtype=F)
N = np.arange(-16, 16, dtype=I)


def case(function):
    CASES.append((function.__name__, function))
    return function


def run(kernel, *args, grid=(1,)):
    ct.launch(None, grid, kernel, args)


def same(got, want, tolerance=0.0):
    want = np.asarray(want)
    assert got.dtype == want.dtype, f"{got.dtype}, not {want.dtype}"
    np.testing.assert_allclose(got.reshape(want.shape), want, rtol=tolerance, atol=tolerance)


def elementwise(name, inputs, want, tolerance=0.0):
    """A case for `ct.NAME` on tiles of 32 elements."""
    function = getattr(ct, name)
    count = len(inputs)

    @ct.kernel
    def one(x, y):
        ct.store(y, index=(0,), tile=function(ct.load(x, index=(0,), shape=(32,))))

    @ct.kernel
    def two(x, y, z):
        a, b = ct.load(x, index=(0,), shape=(32,)), ct.load(y, index=(0,), shape=(32,))
        ct.store(z, index=(0,), tile=function(a, b))

    def check():
        out = np.zeros(32, np.asarray(want).dtype)
        run(one if count == 1 else two, *inputs, out)
        same(out, want, tolerance)

    CASES.append((f"{name}_{inputs[0].dtype}", check))


for name, want in {"abs": np.abs, "negative": np.negative, "ceil": np.ceil, "floor": np.floor}.items():
    elementwise(name, [X], want(X))
for name in ("exp", "exp2", "sin", "cos", "tan", "sinh", "cosh", "tanh"):
    elementwise(name, [X], getattr(np, name)(X), 2e-6)
for name in ("log", "log2", "sqrt"):
    elementwise(name, [POSITIVE], getattr(np, name)(POSITIVE), 2e-6)
elementwise("rsqrt", [POSITIVE], (1 / np.sqrt(POSITIVE)).astype(F), 2e-6)
elementwise("isnan", [np.where(X > 1, np.nan, X).astype(F)], X > 1)
elementwise("bitwise_not", [N], ~N)
Y = np.roll(X, 7) + F(0.25)
M = np.roll(N, 5) | 1
for name, want in {"add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.divide, "maximum": np.maximum,
                   "minimum": np.minimum}.items():
    elementwise(name, [X, Y], want(X, Y), 1e-7 if name == "truediv" else 0.0)
for name, want in {"equal": np.equal, "not_equal": np.not_equal, "less": np.less, "less_equal": np.less_equal,
                   "greater": np.greater, "greater_equal": np.greater_equal}.items():
    elementwise(name, [N, M], want(N, M))
for name, want in {"bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor,
                   "floordiv": np.floor_divide, "mod": np.mod}.items():
    elementwise(name, [N, M], want(N, M))
S = np.arange(32, dtype=I) % 5
elementwise("bitwise_lshift", [N, S], N << S)
elementwise("bitwise_rshift", [N, S], N >> S)
elementwise("pow", [POSITIVE, Y], np.power(POSITIVE, Y), 1e-5)
elementwise("atan2", [X, Y], np.arctan2(X, Y), 2e-6)
elementwise("cdiv", [np.abs(N), np.abs(M)], -(-np.abs(N) // np.abs(M)))


@case
def truth_of_floats():
    @ct.kernel
    def kernel(x, y):
        ct.store(y, index=(0,), tile=ct.astype(ct.load(x, index=(0,), shape=(8,)), ct.bool_))
    for kind in (np.float16, F, np.float64):
        x, y = np.array([0, -0.0, 0.5, -0.25, 1, -7, np.nan, 1e-5], kind), np.zeros(8, bool)
        run(kernel, x, y)
        same(y, x != 0)


@case
def conversions():
    kinds = [np.int8, np.int16, I, np.int64, np.uint8, U, np.float16, F, np.float64]
    for kind in kinds:
        @ct.kernel
        def kernel(x, y):
            ct.store(y, index=(0,), tile=ct.load(x, index=(0,), shape=(8,)).astype(y.dtype))
        for to in kinds:
            x, y = np.array([0, 1, 2, 3, 7, 50, 99, 127], kind), np.zeros(8, to)
            run(kernel, x, y)
            same(y, x.astype(to))


@case
def bits():
    @ct.kernel
    def kernel(x, y, z):
        a = ct.load(x, index=(0,), shape=(8,))
        ct.store(y, index=(0,), tile=ct.bitcast(a, ct.int32))
        ct.store(z, index=(0,), tile=ct.unpack_from_bytes(ct.pack_to_bytes(a), ct.float32) * 2)
    y, z = np.zeros(8, I), np.zeros(8, F)
    run(kernel, X[:8].copy(), y, z)
    same(y, X[:8].view(I))
    same(z, X[:8] * 2)


@case
def shapes():
    @ct.kernel
    def kernel(x, a, b, c, d, e):
        t = ct.load(x, index=(0, 0), shape=(4, 8))
        ct.store(a, index=(0, 0), tile=ct.transpose(t))
        ct.store(b, index=(0, 0, 0), tile=ct.permute(ct.reshape(t, (2, 2, 8)), (2, 0, 1)))
        ct.store(c, index=(0, 0), tile=ct.cat((t, t + 1), 0))
        ct.store(d, index=(0, 0), tile=ct.extract(t, (1, 1), (2, 4)))
        row = ct.expand_dims(ct.arange(8, dtype=ct.float32), 0)
        ct.store(e, index=(0, 0), tile=ct.broadcast_to(row, (4, 8)) + ct.ones((4, 8), ct.float32) + ct.zeros((4, 8), ct.float32))
    x = X.reshape(4, 8)
    outs = [np.zeros(s, F) for s in ((8, 4), (8, 2, 2), (8, 8), (2, 4), (4, 8))]
    run(kernel, x, *outs)
    rows = np.broadcast_to(np.arange(8, dtype=F), (4, 8)) + 1
    for got, want in zip(outs, (x.T, x.reshape(2, 2, 8).transpose(2, 0, 1), np.concatenate([x, x + 1]), x[2:4, 4:8], rows)):
        same(got, want)


@case
def parts():
    @ct.kernel
    def kernel(x, part, number, a, b):
        t, small = ct.load(x, index=(0, 0), shape=(4, 8)), ct.load(part, index=(0, 0), shape=(2, 4))
        ct.store(a, index=(0, 0), tile=ct.insert(t, (1, 0), small))
        at = ct.load(number, index=(0,), shape=(1,)).item()
        ct.store(b, index=(0, 0), tile=ct.insert(t, (at, at), small))
    x, part = X.reshape(4, 8), np.arange(8, dtype=F).reshape(2, 4)
    outs = [np.zeros((4, 8), F) for _ in range(2)]
    run(kernel, x, part, np.array([1], I), *outs)
    for got, column in zip(outs, (0, 4)):
        want = x.copy()
        want[2:4, column:column + 4] = part
        same(got, want)


@case
def integer_powers():
    @ct.kernel
    def kernel(x, n, y, z):
        t = ct.load(x, index=(0,), shape=(32,))
        ct.store(y, index=(0,), tile=t ** ct.load(n, index=(0,), shape=(32,)))
        ct.store(z, index=(0,), tile=t ** 3)
    x, n = np.where(N == 0, -0.0, X).astype(F), np.roll(N, 3) // 2
    y, z = np.zeros(32, F), np.zeros(32, F)
    run(kernel, x, n, y, z)
    with np.errstate(divide="ignore"):
        same(y, (x.astype(np.float64) ** n).astype(F), 2e-6)
    same(z, (x.astype(np.float64) ** 3).astype(F), 2e-6)


@case
def dependent_grids():
    @ct.kernel
    def kernel(x, y):
        ct.grid_dependency_control_wait()
        t = ct.load(x, index=(ct.bid(0),), shape=(16,))
        ct.grid_dependency_control_launch_dependents()
        ct.store(y, index=(ct.bid(0),), tile=t + 1)
    y = np.zeros(32, F)
    run(kernel, X, y, grid=(2,))
    same(y, X + 1)


@case
def accesses_without_checks():
    @ct.kernel
    def kernel(x, y):
        t = ct.load(x, index=(ct.bid(0), 0), shape=(2, 8), check_bounds=False)
        ct.store(y, index=(ct.bid(0), 0), tile=t + 1, check_bounds=False)
    x, y = X.reshape(4, 8), np.zeros((4, 8), F)
    run(kernel, x, y, grid=(2,))
    same(y, x + 1)


@case
def reductions():
    @ct.kernel
    def kernel(x, a, b, c, d, e, f):
        t = ct.load(x, index=(0, 0), shape=(4, 8))
        ct.store(a, index=(0,), tile=ct.sum(t, axis=1))
        ct.store(b, index=(0,), tile=ct.max(t, axis=0))
        ct.store(c, index=(0,), tile=ct.min(t, axis=1))
        ct.store(d, index=(0,), tile=ct.prod(t, axis=1))
        ct.store(e, index=(0,), tile=ct.argmax(t, axis=1))
        ct.store(f, index=(0,), tile=ct.argmin(t, axis=0))
    x = np.roll(X, 3).reshape(4, 8)
    a, b, c, d = np.zeros(4, F), np.zeros(8, F), np.zeros(4, F), np.zeros(4, F)
    e, f = np.zeros(4, I), np.zeros(8, I)
    run(kernel, x, a, b, c, d, e, f)
    same(a, x.sum(1), 1e-5)
    same(b, x.max(0))
    same(c, x.min(1))
    same(d, x.prod(1), 1e-4)
    same(e, x.argmax(1).astype(I))
    same(f, x.argmin(0).astype(I))


@case
def scans():
    @ct.kernel
    def kernel(x, a, b, c):
        t = ct.load(x, index=(0, 0), shape=(4, 8))
        ct.store(a, index=(0, 0), tile=ct.cumsum(t, axis=1))
        ct.store(b, index=(0, 0), tile=ct.cumprod(t, axis=0))
        ct.store(c, index=(0, 0), tile=ct.cumsum(t, axis=1, reverse=True))
    x = (N % 3 + 1).reshape(4, 8).astype(I)
    a, b, c = (np.zeros((4, 8), I) for _ in range(3))
    run(kernel, x, a, b, c)
    same(a, x.cumsum(1, dtype=I))
    same(b, x.cumprod(0, dtype=I))
    same(c, np.flip(np.flip(x, 1).cumsum(1, dtype=I), 1))


@case
def own_reduction_with_values_from_outside():
    @ct.kernel
    def kernel(x, y, mask: int):
        t = ct.load(x, index=(0,), shape=(32,))
        other = ct.load(x, index=(3,), shape=(1,)).item()

        def body(a, b):
            return ct.maximum(a ^ mask, b ^ mask) ^ mask

        def shifted(a, b):
            return a + b + (other - other)
        ct.store(y, index=(0,), tile=ct.reduce(t, 0, body, 0))
        ct.store(y, index=(1,), tile=ct.reduce(t, 0, shifted, 0))
    y = np.zeros(2, I)
    run(kernel, N, y, 21)
    same(y, np.array([(N ^ 21).max() ^ 21, N.sum()], I))


@case
def own_scan():
    @ct.kernel
    def kernel(x, y, most: int):
        t = ct.load(x, index=(0,), shape=(32,))
        ct.store(y, index=(0,), tile=ct.scan(t, 0, lambda a, b: ct.minimum(a + b, most), 0))
    x, y = np.arange(32, dtype=I), np.zeros(32, I)
    run(kernel, x, y, 100)
    same(y, np.minimum(x.cumsum(), 100).astype(I))


@case
def matrices():
    @ct.kernel
    def kernel(x, y, a, b):
        s, t = ct.load(x, index=(0, 0), shape=(16, 32)), ct.load(y, index=(0, 0), shape=(32, 16))
        ct.store(a, index=(0, 0), tile=ct.mma(s, t, ct.full((16, 16), 1, a.dtype)))
        ct.store(b, index=(0, 0), tile=ct.matmul(s, t))
    x, y = (np.arange(512) % 7 - 3).reshape(16, 32), (np.arange(512) % 5 - 2).reshape(32, 16)
    for kind, total in ((np.float16, F), (F, F), (np.float64, np.float64)):
        a, b = np.zeros((16, 16), total), np.zeros((16, 16), kind)
        run(kernel, x.astype(kind), y.astype(kind), a, b)
        same(a, (x @ y + 1).astype(total))
        same(b, (x @ y).astype(kind))


@case
def scaled_matrices():
    @ct.kernel
    def kernel(x, y, s, t, z):
        a = ct.load(x, index=(0, 0), shape=(16, 64)).astype(ct.float8_e4m3fn)
        b = ct.load(y, index=(0, 0), shape=(64, 16)).astype(ct.float8_e4m3fn)
        p = ct.bitcast(ct.load(s, index=(0, 0), shape=(16, 2)), ct.float8_e8m0fnu)
        q = ct.bitcast(ct.load(t, index=(0, 0), shape=(2, 16)), ct.float8_e8m0fnu)
        ct.store(z, index=(0, 0), tile=ct.mma_scaled(a, p, b, q, ct.zeros((16, 16), ct.float32)))
    x, y = (np.arange(1024) % 7 - 3).reshape(16, 64).astype(F), (np.arange(1024) % 5 - 2).reshape(64, 16).astype(F)
    s, t = (126 + np.arange(32) % 3).reshape(16, 2).astype(np.uint8), (127 + np.arange(32) % 2).reshape(2, 16).astype(np.uint8)
    z = np.zeros((16, 16), F)
    run(kernel, x, y, s, t, z)
    left = x * np.repeat(2.0 ** (s.astype(int) - 127), 32, 1)
    right = y * np.repeat(2.0 ** (t.astype(int) - 127), 32, 0)
    same(z, (left @ right).astype(F))


@case
def gathers_and_scatters():
    @ct.kernel
    def kernel(x, index, y, z):
        at = ct.load(index, index=(0,), shape=(8,))
        got = ct.gather(x, at, padding_value=-1)
        ct.store(y, index=(0,), tile=ct.where(got > 0, got, ct.zeros((8,), ct.float32)))
        ct.scatter(z, at, got)
    x, at = np.arange(10, dtype=F), np.array([9, 0, 12, 3, 7, 1, 8, 2], I)
    y, z = np.zeros(8, F), np.zeros(10, F)
    run(kernel, x, at, y, z)
    same(y, np.where(at < 10, np.minimum(at, 9), 0).astype(F))
    want = np.zeros(10, F)
    for i in at[at < 10]:
        want[i] = i
    same(z, want)


@case
def slices_picked_in_each_dimension():
    @ct.kernel
    def rows(x, index, y, z, start: int):
        at = ct.load(index, index=(0,), shape=(4,))
        t = ct.load_advanced_indexing(x, (at, ct.Slice(start, 4)), padding_mode=ct.PaddingMode.ZERO)
        ct.store(y, index=(0, 0), tile=t)
        ct.store_advanced_indexing(z, (at, ct.Slice(start, 4)), t)

    @ct.kernel
    def columns(x, index, y, start: int):
        at = ct.load(index, index=(0,), shape=(4,))
        ct.store(y, index=(0, 0), tile=ct.load_advanced_indexing(x, (ct.Slice(start, 2), at)))
    x, at = np.arange(60, dtype=F).reshape(6, 10), np.array([4, 0, 5, 2], I)
    for start in (0, 1, 3, 6, 8):
        y, z = np.zeros((4, 4), F), np.zeros((6, 10), F)
        run(rows, x, at, y, z, start)
        want = np.pad(x, ((0, 0), (0, 4)))[at][:, start:start + 4]
        same(y, want)
        back = np.zeros((6, 14), F)
        back[at, start:start + 4] = want
        same(z, back[:, :10])
    for start in (0, 1, 3, 4):
        y = np.zeros((2, 4), F)
        run(columns, x, at, y, start)
        same(y, x[start:start + 2][:, at])


@case
def views():
    @ct.kernel
    def kernel(x, y, n):
        v = x.tiled_view((4, 4), padding_mode=ct.PaddingMode.ZERO)
        i, j = ct.bid(0), ct.bid(1)
        ct.store(y, index=(i, j), tile=v.load((i, j)) + 1)
        ct.store(n, index=(0,), tile=ct.num_tiles(x, 1, (4, 4)) * 100 + ct.num_blocks(0) * 10 + ct.num_blocks(1))
    x, y, n = np.arange(70, dtype=F).reshape(7, 10), np.zeros((7, 10), F), np.zeros(1, I)
    run(kernel, x, y, n, grid=(2, 3))
    same(y, x + 1)
    same(n, np.array([323], I))


@case
def atomics():
    @ct.kernel
    def kernel(x, add, most, least, ands, ors, xors, swapped, compared):
        t = ct.load(x, index=(ct.bid(0),), shape=(8,))
        at = t % 4
        ct.atomic_add(add, at, t)
        ct.atomic_max(most, at, t)
        ct.atomic_min(least, at, t)
        ct.atomic_and(ands, at, t)
        ct.atomic_or(ors, at, t)
        ct.atomic_xor(xors, at, t)
        ct.atomic_xchg(swapped, at, at * 3)
        ct.atomic_cas(compared, at, ct.zeros((8,), ct.int32), at + 5)
    x = np.arange(32, dtype=I)
    outs = [np.zeros(4, I), np.zeros(4, I), np.full(4, 99, I), np.full(4, -1, I)] + [np.zeros(4, I) for _ in range(4)]
    run(kernel, x, *outs, grid=(4,))
    groups = [x[x % 4 == i] for i in range(4)]
    whats = [np.sum, np.max, np.min, np.bitwise_and.reduce, np.bitwise_or.reduce, np.bitwise_xor.reduce]
    for out, what in zip(outs, whats):
        same(out, np.array([what(group) for group in groups], I))
    same(outs[6], np.arange(4, dtype=I) * 3)
    same(outs[7], np.arange(4, dtype=I) + 5)


@case
def control_flow():
    @ct.kernel
    def kernel(x, y, n: int):
        total = ct.zeros((8,), ct.int32)
        for k in range(n):
            if k % 2 == 0:
                total += ct.load(x, index=(k,), shape=(8,))
            else:
                total -= ct.load(x, index=(k,), shape=(8,))
        for step in ct.static_iter((1, 2, 3)):
            total += step
        while n > 2:
            n = n - 1
            if n == 3:
                break
            total += n
        ct.static_assert(x.dtype == ct.int32)
        total += ct.static_eval(2 - 2)
        ct.store(y, index=(0,), tile=total)
    x, y = np.arange(40, dtype=I), np.zeros(8, I)
    run(kernel, x, y, 5)
    r = x.reshape(5, 8)
    same(y, r[0] - r[1] + r[2] - r[3] + r[4] + 6 + 4)


@case
def small_functions():
    @ct.kernel
    def kernel(x, y):
        t = ct.load(x, index=(0,), shape=(8,))
        q, r = ct.divmod(t, 3)
        ct.assert_(r >= 0, "a remainder")
        size = ct.ensure_constant(8)
        ct.store(y, index=(0,), tile=q * 10 + r + ct.astile(1, dtype=ct.int32) + ct.full((size,), 0, ct.int32))
    x, y = np.arange(8, dtype=I), np.zeros(8, I)
    run(kernel, x, y)
    same(y, x // 3 * 10 + x % 3 + 1)


@case
def promises():
    @ct.kernel
    def kernel(x, y, n: int):
        n = ct.assume_divisible_by(n, 8)
        ct.store(y, index=(n // 8,), tile=ct.load(x, index=(n // 8,), shape=(8,)))
    x, y = np.arange(24, dtype=I), np.zeros(24, I)
    run(kernel, x, y, 16)
    same(y, np.where(x >= 16, x, 0).astype(I))


@case
def errors_that_kernels_raise():
    @ct.kernel
    def kernel(x, count: Const):
        if count > 4:
            raise ct.static_exception(ValueError("too many"))
        ct.store(x, index=(0,), tile=ct.load(x, index=(0,), shape=(4,)) + count)
    x = np.zeros(4, F)
    run(kernel, x, 2)
    same(x, np.full(4, 2, F))
    try:
        run(kernel, x, 5)
    except Exception as error:
        assert "too many" in str(error), error
    else:
        raise AssertionError("nothing is raised")


@case
def printing():
    @ct.kernel
    def kernel(x):
        ct.printf("%d;", ct.load(x, index=(1,), shape=(1,)).item())
        ct.print(ct.bid(0))
        ct.print(ct.load(x, index=(0,), shape=(4,)).reshape((1, 2, 2)), "end")
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        run(kernel, np.arange(4, dtype=I))
    assert text.getvalue().splitlines() == ["1;0", "[[[0, 1], [2, 3]]] end"], text.getvalue()


def unused():
    """The functions of `cuda.tile` that no case names."""
    text = pathlib.Path(__file__).read_text()
    names = {name for name in dir(ct) if not name.startswith("_") and callable(getattr(ct, name))
             and is_stub(getattr(ct, name)) and not inspect.isclass(getattr(ct, name))}
    return len(names), sorted(name for name in names if not re.search(rf'\bct\.{name}\b|"{name}"', text))


def main():
    text, failures = sys.argv[1] if len(sys.argv) > 1 else "", 0
    for name, check in CASES:
        # What a GPU prints goes past Python's streams.
        if text not in name or (name == "printing" and os.environ.get("TILEC_ON_GPU")):
            continue
        try:
            check()
            print(f"pass {name}")
        except device.UnsupportedFeatureError as error:
            print(f"skip {name}: {error.message}")
        except Exception as error:
            failures += 1
            print(f"FAIL {name}: {type(error).__name__}: {' '.join(str(error).split())[:300]}")
    for chip, symbol, message in device.REFUSED:
        failures += 1
        print(f"FAIL {symbol} for {chip}: {' '.join(message.split())[:300]}")
    for chip, symbol, message in device.THEIRS:
        print(f"refused by cuTile Python: {symbol} for {chip}: {message}")
    if device.CUBINS:
        print("cubins through tilec as tileiras:", ", ".join(f"{n} for {chip}" for chip, n in device.CUBINS.items()))
    count, left = unused()
    print(f"{count - len(left)} of {count} functions of cuda.tile are used; not {', '.join(left)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
