//! The headers that come with the compiler: name to text, nothing else.
//!
//! In: an include name as written between the angle brackets. Out: the text of the header. The headers are C++20
//! over the intrinsics of `cuda_tile/detail/intrinsics.h`; the compiler treats them as system headers.

/// Expands to the table: one line a header, sorted by name, so that a lookup can bisect. A header is found under
/// `include/` by its name, or by the path after `=`.
macro_rules! headers {
    ($($name:literal $(= $path:literal)?),* $(,)?) => {
        &[$(headers!(@entry $name $(, $path)?)),*]
    };
    (@entry $name:literal) => { ($name, include_str!(concat!("../include/", $name))) };
    (@entry $name:literal, $path:literal) => { ($name, include_str!(concat!("../include/", $path))) };
}

/// Every header, sorted by name.
pub const HEADERS: &[(&str, &str)] = headers![
    "algorithm" = "std/algorithm",
    "array" = "std/array",
    "assert.h" = "std/assert.h",
    "bit" = "std/bit",
    "cassert" = "std/cassert",
    "cfloat" = "std/cfloat",
    "climits" = "std/climits",
    "cmath" = "std/cmath",
    "compare" = "std/compare",
    "complex" = "std/complex",
    "concepts" = "std/concepts",
    "crt/cuda_tile.h",
    "cstddef" = "std/cstddef",
    "cstdint" = "std/cstdint",
    "cstdio" = "std/cstdio",
    "cstdlib" = "std/cstdlib",
    "cstring" = "std/cstring",
    "cuda.h",
    "cuda/std/algorithm",
    "cuda/std/array",
    "cuda/std/bit",
    "cuda/std/cassert",
    "cuda/std/cfloat",
    "cuda/std/climits",
    "cuda/std/cmath",
    "cuda/std/compare",
    "cuda/std/complex",
    "cuda/std/concepts",
    "cuda/std/cstddef",
    "cuda/std/cstdint",
    "cuda/std/cstdio",
    "cuda/std/cstdlib",
    "cuda/std/cstring",
    "cuda/std/functional",
    "cuda/std/initializer_list",
    "cuda/std/iterator",
    "cuda/std/limits",
    "cuda/std/memory",
    "cuda/std/new",
    "cuda/std/numbers",
    "cuda/std/numeric",
    "cuda/std/optional",
    "cuda/std/ratio",
    "cuda/std/source_location",
    "cuda/std/span",
    "cuda/std/string_view",
    "cuda/std/tuple",
    "cuda/std/type_traits",
    "cuda/std/utility",
    "cuda/std/variant",
    "cuda/std/version",
    "cuda_bf16.h",
    "cuda_fp16.h",
    "cuda_fp4.h",
    "cuda_fp6.h",
    "cuda_fp8.h",
    "cuda_runtime.h",
    "cuda_tf32.h",
    "cuda_tile.h",
    "cuda_tile/arithmetic.h",
    "cuda_tile/assume.h",
    "cuda_tile/atomic.h",
    "cuda_tile/bitwise.h",
    "cuda_tile/compare.h",
    "cuda_tile/constant.h",
    "cuda_tile/conversions.h",
    "cuda_tile/detail/basic.h",
    "cuda_tile/detail/cuda_std.h",
    "cuda_tile/detail/cuda_types.h",
    "cuda_tile/detail/device_functions.h",
    "cuda_tile/detail/elementary.h",
    "cuda_tile/detail/float_class.h",
    "cuda_tile/detail/float_functions.h",
    "cuda_tile/detail/float_parts.h",
    "cuda_tile/detail/float_types.h",
    "cuda_tile/detail/intrinsics.h",
    "cuda_tile/detail/iterator_concepts.h",
    "cuda_tile/detail/preview.h",
    "cuda_tile/detail/ranges_algorithms.h",
    "cuda_tile/detail/runtime_types.h",
    "cuda_tile/detail/set_algorithms.h",
    "cuda_tile/detail/vector_types.h",
    "cuda_tile/extents.h",
    "cuda_tile/gather_scatter_view.h",
    "cuda_tile/general.h",
    "cuda_tile/hints.h",
    "cuda_tile/layout.h",
    "cuda_tile/math.h",
    "cuda_tile/matmul.h",
    "cuda_tile/memory.h",
    "cuda_tile/partition_view.h",
    "cuda_tile/pointer.h",
    "cuda_tile/range.h",
    "cuda_tile/reduce_scan.h",
    "cuda_tile/strided_view.h",
    "cuda_tile/tensor_span.h",
    "cuda_tile/tile.h",
    "cuda_tile/tile_ops.h",
    "cuda_tile/view.h",
    "device_launch_parameters.h" = "../host/forward.h",
    "float.h" = "std/float.h",
    "functional" = "std/functional",
    "initializer_list" = "std/initializer_list",
    "iterator" = "std/iterator",
    "limits" = "std/limits",
    "limits.h" = "std/limits.h",
    "math.h" = "std/math.h",
    "memory" = "std/memory",
    "new" = "std/new",
    "numbers" = "std/numbers",
    "numeric" = "std/numeric",
    "optional" = "std/optional",
    "ratio" = "std/ratio",
    "source_location" = "std/source_location",
    "span" = "std/span",
    "stddef.h" = "std/stddef.h",
    "stdint.h" = "std/stdint.h",
    "stdio.h" = "std/stdio.h",
    "stdlib.h" = "std/stdlib.h",
    "string.h" = "std/string.h",
    "string_view" = "std/string_view",
    "tuple" = "std/tuple",
    "type_traits" = "std/type_traits",
    "utility" = "std/utility",
    "variant" = "std/variant",
    "version" = "std/version",
];

/// Expands to the table of host headers: a name, and the path below `host/`.
macro_rules! host_headers {
    ($($name:literal = $path:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../host/", $path)))),*]
    };
}

/// Headers of CUDA as a host compiler reads them that looks for launches, sorted by name. They come before those of a
/// toolkit: what they declare is enough, and each other header of a toolkit finds the runtime's names here.
pub const HOST_HEADERS: &[(&str, &str)] = host_headers![
    "builtin_types.h" = "forward.h",
    "channel_descriptor.h" = "forward.h",
    "cuda.h" = "cuda.h",
    "cuda/devices" = "cuda/devices",
    "cuda/hierarchy" = "cuda/hierarchy",
    "cuda/launch" = "cuda/launch",
    "cuda/stream" = "cuda/stream",
    "cuda/stream_ref" = "cuda/stream",
    "cuda_device_runtime_api.h" = "forward.h",
    "cuda_profiler_api.h" = "cuda_profiler_api.h",
    "cuda_runtime.h" = "cuda_runtime.h",
    "cuda_runtime_api.h" = "cuda_runtime_api.h",
    "cuda_tile/detail/float_class.h" = "float_class.h",
    "device_functions.h" = "forward.h",
    "device_launch_parameters.h" = "forward.h",
    "device_types.h" = "forward.h",
    "driver_functions.h" = "forward.h",
    "driver_types.h" = "forward.h",
    "host_config.h" = "forward.h",
    "host_defines.h" = "forward.h",
    "library_types.h" = "forward.h",
    "math_constants.h" = "math_constants.h",
    "tilec_cudart.h" = "tilec_cudart.h",
    "tilec_floats.h" = "tilec_floats.h",
    "tilec_host.h" = "tilec_host.h",
    "tilec_simt.h" = "tilec_simt.h",
    "tilec_toolkit.h" = "tilec_toolkit.h",
    "vector_functions.h" = "vector_functions.h",
    "vector_types.h" = "forward.h",
];

/// Headers of the tile library that declare what the runtime of a toolkit declares too.
pub const OF_RUNTIME: &[&str] = &[
    "cuda_tile/detail/cuda_types.h",
    "cuda_tile/detail/runtime_types.h",
    "cuda_tile/detail/vector_types.h",
];

/// The text of the header `name`, as in `#include <name>`.
pub fn header(name: &str) -> Option<&'static str> {
    let index = HEADERS.binary_search_by(|(entry, _)| (*entry).cmp(name)).ok()?;
    HEADERS.get(index).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_unique() {
        for headers in [HEADERS, HOST_HEADERS] {
            assert!(headers.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
    }

    #[test]
    fn lookup_finds_every_header() {
        for (name, text) in HEADERS {
            assert_eq!(header(name), Some(*text));
        }
        assert_eq!(header("cudart.h"), None);
    }
}
