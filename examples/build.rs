//! Compiles the kernels of the examples: `NAME/kernel.cu` to `$OUT_DIR/NAME.{tir,ptx}`.

fn main() {
    for name in ["vector_add", "row_softmax", "gemm", "transpose"] {
        tilec::Build::new(format!("{name}/kernel.cu")).name(name).compile();
    }
}
