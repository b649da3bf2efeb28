"""Launches on a GPU, through the CUDA driver API alone."""

import ctypes
import functools
import sys

from ._errors import LaunchError


class _Config(ctypes.Structure):
    """`CUlaunchConfig`"""

    _fields_ = [
        (name, ctypes.c_uint)
        for name in ("grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z", "shared")
    ] + [
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("attribute_count", ctypes.c_uint),
    ]


# CU_JIT_ERROR_LOG_BUFFER and its size, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_{MAJOR,MINOR}
_LOG, _LOG_BYTES, _MAJOR, _MINOR = 5, 6, 75, 76


@functools.lru_cache(maxsize=None)
def _driver():
    """The driver, initialised; None where there is none."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return None
    return driver if driver.cuInit(0) == 0 else None


def _check(call, result):
    if result != 0:
        text = ctypes.c_char_p()
        _driver().cuGetErrorString(result, ctypes.byref(text))
        raise LaunchError(f"{call}: {(text.value or b'unknown error').decode()} ({result})")


def arch():
    """The target of the first GPU, `sm_90a`; None where there is none."""
    driver = _driver()
    device, major, minor = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
    if driver is None or driver.cuDeviceGet(ctypes.byref(device), 0) != 0:
        return None
    if not hasattr(driver, "cuDeviceGetAttribute"):
        return None
    for attribute, value in ((_MAJOR, major), (_MINOR, minor)):
        if driver.cuDeviceGetAttribute(ctypes.byref(value), attribute, device) != 0:
            return None
    # From Hopper on, tensor cores need the features of the one architecture.
    return f"sm_{major.value}{minor.value}" + ("a" if major.value >= 9 else "")


def _context(driver):
    """The current context; where there is none, the first device's own becomes it."""
    context = ctypes.c_void_p()
    _check("cuCtxGetCurrent", driver.cuCtxGetCurrent(ctypes.byref(context)))
    if not context.value:
        device = ctypes.c_int()
        _check("cuDeviceGet", driver.cuDeviceGet(ctypes.byref(device), 0))
        retained = driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device)
        _check("cuDevicePrimaryCtxRetain", retained)
        _check("cuCtxSetCurrent", driver.cuCtxSetCurrent(context))
    return context.value


def _function(kernel, driver):
    """The kernel in the current context."""
    context = _context(driver)
    if context not in kernel._functions:
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        log = ctypes.create_string_buffer(8192)
        options = (ctypes.c_int * 2)(_LOG, _LOG_BYTES)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), len(log) - 1)
        image = ctypes.create_string_buffer(kernel.ptx.encode())
        result = driver.cuModuleLoadDataEx(ctypes.byref(module), image, 2, options, values)
        if result != 0 and log.value:
            raise LaunchError(f"the driver refuses the PTX: {log.value.decode(errors='replace')}")
        _check("cuModuleLoadDataEx", result)
        symbol = kernel.symbol.encode()
        found = driver.cuModuleGetFunction(ctypes.byref(function), module, symbol)
        _check("cuModuleGetFunction", found)
        # The module stays loaded: it is gone with the context.
        kernel._functions[context] = function
    return kernel._functions[context]


def launch(kernel, grid, arguments, stream):
    """Queues a launch."""
    driver = _driver()
    if driver is None:
        raise LaunchError("there is no CUDA driver")
    function = _function(kernel, driver)
    stream = _current_stream() if stream is None else _address(stream)
    values = [ctypes.create_string_buffer(it.value, len(it.value)) for it in arguments]
    pointers = (ctypes.c_void_p * max(1, len(values)))(*map(ctypes.addressof, values))
    # The kernel fixes the threads of its tile blocks, so that a launch passes one.
    config = _Config(*grid, 1, 1, 1, 0, stream, None, 0)
    result = driver.cuLaunchKernelEx(ctypes.byref(config), function, pointers, None)
    _check("cuLaunchKernelEx", result)


def _address(stream):
    """A stream by its address, or an object that has one: by `__cuda_stream__`, or as PyTorch and CuPy name it."""
    protocol = getattr(stream, "__cuda_stream__", None)
    if protocol is not None:
        found = protocol() if callable(protocol) else protocol
        return int(found[1])
    for name in ("cuda_stream", "ptr"):
        address = getattr(stream, name, None)
        if address is not None:
            return int(address)
    return int(stream)


def _current_stream():
    """PyTorch's, if the program uses PyTorch on a GPU; else the default one."""
    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_initialized():
        return torch.cuda.current_stream().cuda_stream
    return 0


def synchronize():
    """Waits for what is queued."""
    _check("cuCtxSynchronize", _driver().cuCtxSynchronize())
