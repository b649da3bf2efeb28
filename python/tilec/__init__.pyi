import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypedDict, Union

Grid = Union[int, Sequence[int], Callable[[Any], Union[int, Sequence[int]]]]

__version__: str

class Place(TypedDict):
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str

class Diagnostic(dict[str, Any]):
    @property
    def code(self) -> str: ...
    @property
    def severity(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def span(self) -> Place | None: ...
    @property
    def fixes(self) -> list[dict[str, Any]]: ...

class CompileError(Exception):
    diagnostics: list[Diagnostic]

class ArgumentError(TypeError): ...

class LaunchError(RuntimeError):
    diagnostics: list[Diagnostic]

class Cost(dict[str, Any]):
    @property
    def seconds(self) -> float: ...
    @property
    def bound(self) -> str: ...
    def draw(self) -> str: ...

class Launcher:
    def __call__(self, *arguments: Any, stream: Any = None, sanitize: bool = False) -> None: ...

class Kernel:
    name: str
    symbol: str
    threads: int
    parameters: list[dict[str, Any]]
    def __getitem__(self, grid: Grid) -> Launcher: ...
    def launch(self, grid: Grid, *arguments: Any, stream: Any = None, sanitize: bool = False) -> None: ...
    @property
    def ptx(self) -> str: ...
    @property
    def tir(self) -> str: ...
    @property
    def schedule(self) -> str: ...
    @property
    def bytecode(self) -> bytes: ...
    @property
    def cubin(self) -> bytes: ...
    @property
    def diagnostics(self) -> list[Diagnostic]: ...
    def cost(self, grid: Grid, *arguments: Any) -> Cost: ...
    def draw(self, grid: Grid, *arguments: Any) -> str: ...

class Kernels:
    path: str
    arch: str
    def __getitem__(self, name: str) -> Kernel: ...
    def names(self) -> list[str]: ...
    @property
    def diagnostics(self) -> list[Diagnostic]: ...

class Template:
    __name__: str
    grid: Grid | None
    kernels: Kernels
    def specialise(self, **template: Any) -> Kernel: ...
    def __getitem__(self, grid: Grid) -> Callable[..., None]: ...
    def __call__(self, *arguments: Any, stream: Any = None, sanitize: bool = False, **template: Any) -> None: ...

class Config(dict[str, Any]):
    def __init__(self, **template: Any) -> None: ...

class Tuned:
    configs: list[Config]
    chosen: dict[tuple[Any, ...], Config]
    def __getitem__(self, grid: Grid) -> Callable[..., None]: ...
    def __call__(self, *arguments: Any, stream: Any = None, sanitize: bool = False, **template: Any) -> None: ...

def load(
    path: str | os.PathLike[str],
    *,
    arch: str | None = None,
    include: Iterable[str] = (),
    define: Mapping[str, Any] | Iterable[str] | None = None,
    options: Iterable[str] = (),
) -> Kernels: ...
def compile(
    source: str | os.PathLike[str],
    kernel: str | None = None,
    arch: str | None = None,
    defines: Mapping[str, Any] | Iterable[str] | None = None,
    cuda_version: str | None = None,
    include: Iterable[str] = (),
    headers: Mapping[str, str] | None = None,
    options: Iterable[str] = (),
    name: str = "source.cu",
) -> Any: ...
def kernel(
    source: Any = None,
    *,
    grid: Grid | None = None,
    arch: str | None = None,
    defines: Mapping[str, Any] | Iterable[str] | None = None,
    cuda_version: str | None = None,
    include: Iterable[str] = (),
    options: Iterable[str] = (),
) -> Any: ...
def autotune(
    configs: Iterable[Mapping[str, Any]],
    key: Iterable[str] = (),
    prune_by: str | Callable[[Config, tuple[Any, ...]], float] | None = None,
    keep: int = 4,
) -> Callable[[Template], Tuned]: ...
def targets() -> list[str]: ...
def load_ipython_extension(shell: Any) -> None: ...
