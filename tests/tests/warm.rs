//! Compilations of one process share headers, which makes no difference to them: a program gives the bytes and the diagnostics that it gives
//! alone, whatever was compiled before it or at the same time.

use std::fs;
use std::sync::{Arc, Barrier};

use lang::base::SourceLoader;
use tilec::{Compiled, FileLoader, Session, SharedPreambles, Stage};
use tilec_tests as tests;
use tilec_tests::compile::{rendered, session, with_stack};

/// Every so many of the files, so that the test stays short; 1 compares all.
const STEP_VARIABLE: &str = "TILEC_WARM_STEP";
const STEP: usize = 24;

/// A program under a name that many have, so that they share what is in front of them.
struct Named {
    text: Arc<str>,
    header: Arc<str>,
}

/// A header beside the programs, about which the preprocessor has something to say.
const HEADER: &str =
    "#pragma once\n#warning of the header\n#define OF_HEADER 1\n#define OF_HEADER 2\n";

impl SourceLoader for Named {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        match path {
            "main.cu" => Some(Arc::clone(&self.text)),
            "header.h" => Some(Arc::clone(&self.header)),
            path => FileLoader.load(path),
        }
    }
}

/// All that a compilation says.
#[derive(PartialEq, Debug)]
struct Said {
    diagnostics: String,
    tile_ir: String,
    ptx: Option<String>,
    kernels: Vec<String>,
}

fn said(compiled: &Compiled) -> Said {
    let kernels =
        compiled.kernels.iter().map(|kernel| format!("{} {}", kernel.symbol, kernel.path));
    Said {
        diagnostics: rendered(compiled),
        tile_ir: compiled.tir_text(),
        ptx: compiled.ptx.clone(),
        kernels: kernels.collect(),
    }
}

fn compile(text: &Arc<str>, preambles: Option<&'static SharedPreambles>) -> Said {
    compile_with(HEADER, text, preambles)
}

fn compile_with(
    header: &str,
    text: &Arc<str>,
    preambles: Option<&'static SharedPreambles>,
) -> Said {
    let session = Session { preambles, ..session("sm_90a") };
    let loader = Named { text: Arc::clone(text), header: header.into() };
    with_stack(|| said(&tilec::compile(&session, &loader, "main.cu", Stage::Ptx)))
}

/// Programs of the conformance cases and of the examples, also those with mistakes.
fn programs() -> Vec<Arc<str>> {
    let step = std::env::var(STEP_VARIABLE).ok().and_then(|step| step.parse().ok()).unwrap_or(STEP);
    let cases = tests::files("tests/conformance", "cu").into_iter().step_by(step);
    let examples = tests::files("examples", "cu").into_iter().step_by(step.div_ceil(4));
    let wrong = tests::files("tests/suite/sema", "cu").into_iter().step_by(step);
    let texts = cases.chain(examples).chain(wrong);
    texts.map(|path| fs::read_to_string(path).expect("the file was listed").into()).collect()
}

/// The numbers below `n`, `rounds` times, in an order that looks random.
fn shuffled(n: usize, rounds: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n * rounds).map(|index| index % n).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for end in (1..order.len()).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(end, (state >> 33) as usize % (end + 1));
    }
    order
}

#[test]
fn programs_that_share_preambles_are_those_that_do_not() {
    let preambles: &'static SharedPreambles = Box::leak(Box::default());
    let programs = programs();
    let alone: Vec<Said> = programs.iter().map(|text| compile(text, None)).collect();
    assert!(alone.iter().any(|said| said.ptx.is_some()));
    assert!(alone.iter().any(|said| said.diagnostics.contains("error[")));
    for index in shuffled(programs.len(), 3) {
        let shared = compile(&programs[index], Some(preambles));
        assert_eq!(shared, alone[index], "{}", programs[index]);
    }
    // As few at a time as have all their preambles kept.
    let mut n_resumed = 0;
    for (programs, alone) in
        programs.chunks(SharedPreambles::CAPACITY).zip(alone.chunks(SharedPreambles::CAPACITY))
    {
        let preambles: &'static SharedPreambles = Box::leak(Box::default());
        for index in shuffled(programs.len(), 3) {
            let shared = compile(&programs[index], Some(preambles));
            assert_eq!(shared, alone[index], "{}", programs[index]);
        }
        n_resumed += preambles.n_resumed();
    }
    assert!(n_resumed > programs.len() / 2, "{n_resumed} resumed");
}

#[test]
fn threads_that_share_preambles_give_the_same_bytes() {
    let preambles: &'static SharedPreambles = Box::leak(Box::default());
    let programs: Vec<Arc<str>> = programs().into_iter().step_by(5).collect();
    let alone: Vec<Said> = programs.iter().map(|text| compile(text, None)).collect();
    std::thread::scope(|scope| {
        for first in 0..4 {
            let (programs, alone) = (&programs, &alone);
            scope.spawn(move || {
                for step in 0..2 * programs.len() {
                    let index = (first * 3 + step) % programs.len();
                    let shared = compile(&programs[index], Some(preambles));
                    assert_eq!(shared, alone[index], "{}", programs[index]);
                }
            });
        }
    });
    assert!(preambles.n_resumed() > 0);
}

#[test]
fn what_a_program_defines_in_front_of_its_headers_is_seen() {
    let preambles: &'static SharedPreambles = Box::leak(Box::default());
    let program = |head: &str, value: &str| -> Arc<str> {
        format!(
            "{head}#include <cuda_tile.h>\nnamespace ct = cuda::tiles;\n\
             __tile_global__ void kernel(int *p) {{ *p = {value} + sizeof(ct::tile<int, ct::shape<4>>); }}\n"
        )
        .into()
    };
    for round in 0..3 {
        for (head, value) in [("", "N"), ("#define N 1\n", "N"), ("#define N 2\n", "N"), ("", "3")]
        {
            let text = program(head, value);
            assert_eq!(compile(&text, Some(preambles)), compile(&text, None), "{round}: {text}");
        }
    }
    assert!(preambles.n_resumed() > 0);
}

#[test]
fn findings_come_in_the_order_of_a_compilation_alone() {
    let heads = [
        "#warning of the program\n",
        "#include \"header.h\"\n",
        "#define N 1\n#define N 2\n#warning behind the macro\n",
        "#pragma unroll_everything\n#include \"header.h\"\n#include <cuda_tile.h>\n",
        "#include \"header.h\" // '\n#define APOSTROPHE(x) 'x'\n",
    ];
    let rests = [
        "__tile_global__ void kernel(int *p) { *p = 1; }\n",
        "__tile_global__ void kernel(int *p) { *p = 'a; }\n",
        "__tile_global__ void kernel(int *p) { *p = 1 @ 2; }\n#warning at the end\n",
        "__tile_global__ void kernel(int *p) { *p = \"text; }\n#define N 3\n#define N 4\n",
        "__tile_global__ void kernel(int *p) { *p = 0x; *p = 1zz; *p = '\\q'; }\n",
        "__tile_global__ void kernel(int *p) { *p = missing; }\n#error at the end\n",
        "__tile_global__ void kernel(int *p) { *p = (1; }\n/* no end\n",
        "__tile_global__ void kernel(int *p) { *p = 1; }\n#include \"missing.h\"\nint a = `;\n",
    ];
    let preambles: &'static SharedPreambles = Box::leak(Box::default());
    let mut n_warned_and_wrong = 0;
    for rest in rests {
        for head in heads {
            let text: Arc<str> = format!("{head}{rest}").into();
            let alone = compile(&text, None);
            let found = &alone.diagnostics;
            n_warned_and_wrong += usize::from(found.contains("warning") && found.contains("error"));
            for _ in 0..2 {
                assert_eq!(compile(&text, Some(preambles)).diagnostics, *found, "{text}");
            }
        }
    }
    assert!(n_warned_and_wrong > heads.len() * rests.len() / 2, "{n_warned_and_wrong}");
    assert!(preambles.n_resumed() > heads.len() * rests.len(), "{}", preambles.n_resumed());
}

/// With more preambles in rotation than are kept, compilations go on from those that are, and make few.
#[test]
fn a_rotation_through_many_preambles_makes_few_of_them() {
    const KEPT: usize = SharedPreambles::CAPACITY;
    for n_heads in [KEPT + 1, 2 * KEPT] {
        let preambles: &'static SharedPreambles = Box::leak(Box::default());
        let n_rounds = 20;
        for index in 0..n_rounds * n_heads {
            let head = index % n_heads;
            let text = format!(
                "#define N {head}\n__tile_global__ void kernel(int *p) {{ *p = N + {index}; }}\n"
            );
            assert!(compile(&text.into(), Some(preambles)).ptx.is_some());
        }
        let (n_made, n_resumed) = (preambles.n_made(), preambles.n_resumed());
        assert_eq!(n_made, KEPT, "{n_heads} preambles");
        // All but the first round find those that are kept.
        assert_eq!(n_resumed, (n_rounds - 1) * KEPT, "{n_heads} preambles");
    }
}

/// A source without directives has nothing to share, and leaves the room to others.
#[test]
fn sources_without_directives_take_no_room() {
    let preambles: &'static SharedPreambles = Box::leak(Box::default());
    for head in ["", "// comment\n", "/* # */ int own;\n#define N 1\n"] {
        let text: Arc<str> =
            format!("{head}__tile_global__ void kernel(int *p) {{ *p = 1; }}\n").into();
        for _ in 0..3 {
            assert!(compile(&text, Some(preambles)).ptx.is_some());
        }
    }
    assert_eq!((preambles.n_made(), preambles.n_resumed()), (0, 0));
}

/// Threads that ask for more preambles than are kept, each before another one has made its own.
#[test]
fn threads_that_ask_at_once_make_few_preambles() {
    const KEPT: usize = SharedPreambles::CAPACITY;
    let preambles: &'static SharedPreambles = Box::leak(Box::default());
    let n_threads = 2 * KEPT;
    let barrier = Barrier::new(n_threads);
    std::thread::scope(|scope| {
        for thread in 0..n_threads {
            let barrier = &barrier;
            scope.spawn(move || {
                let text: Arc<str> = format!(
                    "#define N {thread}\n#include <cuda_tile.h>\n\
                     __tile_global__ void kernel(int *p) {{ *p = N; }}\n"
                )
                .into();
                for _ in 0..2 {
                    barrier.wait();
                    assert!(compile(&text, Some(preambles)).ptx.is_some());
                }
            });
        }
    });
    // Each thread misses twice.
    let n_made = preambles.n_made();
    assert!((KEPT..=KEPT + 2 * n_threads / 16).contains(&n_made), "{n_made}");
}

/// Preambles whose programs mention different parts of the library have their trees in one place.
#[test]
fn trees_of_all_preambles_have_a_bound() {
    const FUNCTIONS: [&str; 3] = ["exp", "sqrt", "floor"];
    let preambles: &'static SharedPreambles = Box::leak(Box::default());
    let mut n_most = 0;
    for head in 0..SharedPreambles::CAPACITY {
        for function in FUNCTIONS {
            let text: Arc<str> = format!(
                "#define N {head}\n#include <cuda_tile.h>\nnamespace ct = cuda::tiles;\n\
                 __tile_global__ void kernel(float *p) {{\n\
                 auto i = ct::iota<ct::tile<int, ct::shape<8>>>();\n\
                 ct::store(p + i, ct::{function}(ct::load(p + i)));\n}}\n"
            )
            .into();
            // The preamble is made for the second request, its first tree then too, the others for the second one that wants them.
            for _ in 0..2 {
                assert!(compile(&text, Some(preambles)).ptx.is_some());
            }
            n_most = n_most.max(preambles.n_trees());
        }
    }
    assert_eq!(preambles.n_made(), SharedPreambles::CAPACITY);
    assert_eq!(n_most, 8);
}

/// The second compilation after a header has changed makes a new preamble, even if the cache is full.
#[test]
fn a_changed_header_takes_the_place_of_its_former_text() {
    const KEPT: usize = SharedPreambles::CAPACITY;
    let preambles: &'static SharedPreambles = Box::leak(Box::default());
    let program = |head: usize| -> Arc<str> {
        format!(
            "#define N {head}\n#include \"header.h\"\n\
             __tile_global__ void kernel(int *p) {{ *p = N + OF_HEADER; }}\n"
        )
        .into()
    };
    let old = "#define OF_HEADER 1\n";
    for _ in 0..20 {
        for head in 0..KEPT {
            assert!(compile_with(old, &program(head), Some(preambles)).ptx.is_some());
        }
    }
    let n_resumed = [0; 4].map(|_| {
        let text = program(1);
        let new = "#define OF_HEADER 7\n";
        let shared = compile_with(new, &text, Some(preambles));
        assert_eq!(shared, compile_with(new, &text, None));
        preambles.n_resumed()
    });
    // The second compilation makes it and goes on from it, as the later ones do.
    let first = n_resumed[0];
    assert_eq!(n_resumed, [first, first + 1, first + 2, first + 3]);
    assert_eq!(preambles.n_made(), KEPT + 1);
}

/// Programs that begin with the same headers tell each other which constraints hold, unless one changes what the headers mean.
#[test]
fn constraints_whose_meaning_a_program_changes_are_its_own() {
    const HEADER: &str = "#pragma once
#pragma GCC system_header
namespace lib {
struct item {};
template <class T> inline constexpr bool is_open = true;
template <class T> concept open_to = is_open<T>;
template <open_to T> __tile__ int take(T) { return 1; }
template <class T> concept addable = requires(T a) { a + a; };
template <addable T> __tile__ int sum(T) { return 2; }
template <class T> concept named = requires(T a) { name_of(a); };
template <named T> __tile__ int name(T) { return 3; }
template <class T> struct box {};
template <class T> requires named<T> struct box<T> { int value = 4; };
}
struct global {};
";
    let calls = [
        "lib::take(1) + lib::take(lib::item{})",
        "lib::sum(1) + lib::sum(lib::item{})",
        "lib::sum(1) + lib::sum(global{})",
        "lib::name(lib::item{})",
        "lib::name(global{})",
        "sizeof(lib::box<lib::item>) + sizeof(lib::box<global>)",
    ];
    let changes = [
        "",
        "struct own {};\nnamespace mine { int name_of(own); own operator+(own, own); }\n",
        "template <> inline constexpr bool lib::is_open<int> = false;\n",
        "namespace lib { template <> inline constexpr bool is_open<item> = false; }\n",
        "namespace lib { template <class T> inline constexpr bool is_open<T *> = false; }\n",
        "namespace lib { __tile__ item operator+(item a, item) { return a; } }\n",
        "__tile__ global operator+(global a, global) { return a; }\n",
        "namespace { __tile__ global operator+(global a, global) { return a; } }\n",
        "extern \"C++\" { __tile__ int name_of(global) { return 1; } }\n",
        "namespace lib { __tile__ int name_of(item) { return 1; } }\n",
        "namespace mine { __tile__ int name_of(global) { return 1; } }\nusing mine::name_of;\n",
        "inline namespace mine { template <class T> __tile__ int name_of(T) { return 1; } }\n",
    ];
    let preambles: &'static SharedPreambles = Box::leak(Box::default());
    let mut programs = Vec::new();
    for change in changes {
        for call in calls {
            let text: Arc<str> = format!(
                "#include \"header.h\"\n{change}\
                 __tile_global__ void kernel(int *p) {{ *p = int({call}); }}\n"
            )
            .into();
            let alone = compile_with(HEADER, &text, None);
            programs.push((text, alone));
        }
    }
    let (right, wrong): (Vec<_>, Vec<_>) =
        programs.iter().partition(|(_, alone)| alone.ptx.is_some());
    assert!(right.len() > 20 && wrong.len() > 20, "{} right, {} wrong", right.len(), wrong.len());
    for index in shuffled(programs.len(), 4) {
        let (text, alone) = &programs[index];
        assert_eq!(compile_with(HEADER, text, Some(preambles)), *alone, "{text}");
    }
    assert!(preambles.n_facts() > 0);
}
