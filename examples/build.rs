//! Compiles the kernels of the examples: `NAME/kernel.cu` to `$OUT_DIR/NAME.{tir,ptx,rs}`.

fn main() {
    for name in ["vector_add", "row_softmax", "gemm", "transpose"] {
        let source = format!("{name}/kernel.cu");
        tilec::Build::new(source).name(name).runtime_crate("runtime").compile();
    }
}
