//! The specifiers of CUDA: macros to the preprocessor as in nvcc, words of the language to the parser.

use super::*;

const ALL: &[&str] = &[
    "__host__",
    "__device__",
    "__global__",
    "__tile__",
    "__tile_global__",
    "__shared__",
    "__constant__",
    "__managed__",
    "__grid_constant__",
    "__launch_bounds__",
    "__cluster_dims__",
    "__maxnreg__",
    "__forceinline__",
];

#[test]
fn each_is_defined_and_stays() {
    for word in ALL {
        let text = format!(
            "#if defined({word}) && defined {word}\n1\n#endif\n#ifdef {word}\n2\n#endif\n\
             #ifndef {word}\n#define {word}\n#endif\n{word}"
        );
        assert_eq!(expand(&text), format!("1 2 {word}"));
    }
}

#[test]
fn a_program_may_define_them_again() {
    assert_eq!(expand("#define HD __host__ __device__\nHD int"), "__host__ __device__ int");
    assert_eq!(
        expand("#define S(x) #x\n#define T(x) S(x) x\nT(__device__)"),
        "\"__device__\" __device__"
    );
    assert_eq!(expand("#define P(x) __##x##__\nP(global)"), "__global__");
    assert_eq!(expand("#undef __global__\n#ifdef __global__\n1\n#endif\n__global__"), "__global__");
    let text = "#pragma push_macro(\"__device__\")\n#undef __device__\n#define __device__\na __device__ b\n\
                #pragma pop_macro(\"__device__\")\n__device__";
    assert_eq!(expand(text), "a b __device__");
    let text = "#define __device__ x\n__device__ int";
    assert_eq!((run(text).line(), codes_of(text)), ("x int".into(), vec!["builtin-redefined"]));
}
