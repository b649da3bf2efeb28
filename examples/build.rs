//! Compiles the kernels of the examples: `NAME/kernel.cu` to `$OUT_DIR/NAME.{tir,ptx,rs}`.

const NAMES: &[&str] = &[
    "attention",
    "attention_backward",
    "attention_paged",
    "convolution",
    "convolution_strided",
    "dropout",
    "gemm",
    "gemm_batched",
    "gemm_block_scaled",
    "gemm_epilogue",
    "gemm_persistent",
    "gemm_quantised",
    "gemm_split_k",
    "histogram",
    "mandelbrot",
    "norm",
    "quantise",
    "reduce",
    "rope",
    "row_softmax",
    "scan",
    "stencil",
    "swiglu",
    "transpose",
    "vector_add",
];

fn main() {
    for name in NAMES {
        let source = format!("{name}/kernel.cu");
        tilec::Build::new(source).name(name).runtime_crate("runtime").compile();
    }
}
