"""Kernels as operators of PyTorch."""

import keyword

import torch

from ._errors import ArgumentError

_NUMBERS = {"bool": "bool", "f16": "float", "bf16": "float", "tf32": "float", "f32": "float", "f64": "float"}


def custom_op(name, kernel, results, *, grid, backward=None):
    """An operator ``"library::name"`` that launches a kernel: it takes the kernel's parameters but for the pointers that are not
    to ``const``, which are what it returns.

    ``results`` is a function of the operator's arguments that makes these tensors, also fake ones; ``grid`` is one to three counts,
    or a function of the arguments. ``backward(context, *gradients)`` gives the gradient of each argument, None for numbers;
    ``context.saved_tensors`` are the tensors among the arguments, ``context.arguments`` the numbers.
    Under `torch.vmap` the operator runs once for each part of the batch."""
    taken = [p for p in kernel.parameters if p["kind"] == "number" or p.get("const")]
    written = [p for p in kernel.parameters if p["kind"] == "pointer" and not p["const"]]
    if any(p["kind"] == "object" for p in kernel.parameters):
        raise ArgumentError(f"{kernel.name}: an operator has no objects of class type: pass their members")

    def make(*arguments):
        made = results(*arguments)
        listed = list(made) if isinstance(made, (list, tuple)) else [made]
        if len(listed) != len(written):
            raise ArgumentError(f"{kernel.name}: `results` makes {len(listed)} tensors for {len(written)} pointers")
        return listed

    def given(listed):
        return listed[0] if len(listed) == 1 else tuple(listed)

    def run(*arguments):
        listed = make(*arguments)
        named = {p["name"]: value for p, value in zip(taken, arguments)}
        named.update((p["name"], value) for p, value in zip(written, listed))
        blocks = grid(*arguments) if callable(grid) else grid
        kernel[blocks](*(named[p["name"]] for p in kernel.parameters))
        return given(listed)

    operator = torch.library.custom_op(name, run, mutates_args=(), schema=_schema(taken, written))
    operator.register_fake(lambda *arguments: given(make(*arguments)))
    if backward is not None:
        operator.register_autograd(backward, setup_context=_keep)
    operator.register_vmap(lambda info, places, *arguments: _batched(operator, info, places, arguments, len(written)))
    return operator


def _schema(taken, written):
    def kind(parameter):
        return "Tensor" if parameter["kind"] == "pointer" else _NUMBERS.get(parameter["element"], "int")

    # A word of Python names no parameter: `in` becomes `in_`.
    names = (p["name"] + "_" * keyword.iskeyword(p["name"]) for p in taken)
    parameters = ", ".join(f"{kind(p)} {name}" for p, name in zip(taken, names))
    returned = ", ".join(["Tensor"] * len(written))
    return f"({parameters}) -> {returned if len(written) == 1 else f'({returned})'}"


def _keep(ctx, inputs, output):
    """PyTorch passes these by name."""
    ctx.save_for_backward(*(value for value in inputs if isinstance(value, torch.Tensor)))
    ctx.arguments = [value for value in inputs if not isinstance(value, torch.Tensor)]


def _batched(operator, info, places, arguments, n_results):
    """The operator for each part of a batch, one after the other."""
    parts = []
    for index in range(info.batch_size):
        part = [
            value if place is None else value.select(place, index).contiguous()
            for value, place in zip(arguments, places)
        ]
        parts.append(operator(*part))
    if n_results == 1:
        return torch.stack(parts), 0
    return tuple(torch.stack(column) for column in zip(*parts)), (0,) * n_results
