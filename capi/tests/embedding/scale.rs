//! A kernel from strings, compiled and run on the CPU device.

use tilec::{CpuArgument, CpuLaunch, MemoryProgram};

pub fn scaled() -> Result<[f32; 4], String> {
    let mut program = MemoryProgram::new(
        "scale.cu",
        "#include <cuda_tile.h>\n#include \"ops.h\"\n\
         template <class T> __tile_global__ void scale(T *p) {\n\
         \x20 auto i = cuda::tiles::bid().x;\n  p[i] = twice(p[i]);\n}\n",
    );
    program.header("ops.h", "template <class T> __tile__ T twice(T x) { return x + x; }\n");
    program.kernel("scale<float>");
    let made = program.compile(&["-arch=sm_90a"]);
    let symbol = made.lowered_name("scale<float>").ok_or_else(|| made.log.clone())?;
    assert!(made.ptx.as_ref().is_some_and(|ptx| ptx.contains(symbol)));

    let mut bytes: Vec<u8> = [1.0f32, 2.0, 3.0, 4.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let launch = CpuLaunch { kernel: "scale<float>", grid: [4, 1, 1], sanitize: true };
    let run = made.run(&launch, &mut [CpuArgument::Buffer(&mut bytes)])?;
    if !run.is_clean() {
        return Err(run.log);
    }
    let mut result = [0.0; 4];
    for (to, from) in result.iter_mut().zip(bytes.chunks_exact(4)) {
        *to = f32::from_le_bytes([from[0], from[1], from[2], from[3]]);
    }
    Ok(result)
}
