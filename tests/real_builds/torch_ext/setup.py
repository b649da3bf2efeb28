from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

sources = ["csrc/bindings.cpp"] + [
    f"csrc/{name}.cu"
    for name in ("activation", "cross_entropy", "dropout", "embedding", "layernorm", "quant", "rope", "softmax", "adam", "topk")
]
setup(
    name="tile_ops",
    ext_modules=[
        CUDAExtension(
            "tile_ops._C",
            sources,
            include_dirs=["include"],
            extra_compile_args={"cxx": ["-O3"], "nvcc": ["-O3", "--tile-only", "-std=c++20", "-Xcompiler", "-fPIC"]},
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
