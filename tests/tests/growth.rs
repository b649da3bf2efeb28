//! The time of a compilation grows as its source does: programs of one shape, of n and of 4n parts.
//!
//! A row of [`SHAPES`] is a program: what it begins with, what is repeated, what it ends with. In these `%` is the number
//! of the part, `#` the next one, `@` the number of parts. Time is the thread's on the processor, so that other work on
//! the machine does not count; four times as many parts may take [`GROWTH`] times as long, where a quadratic
//! compiler takes sixteen times.

#![expect(clippy::disallowed_methods, reason = "the test measures time")]

use backend_ptx::Options;
use tilec::Stage;
use tilec_tests::compile::{Sources, compile_file, session, with_stack};
use tilec_tests::run::DEFAULT_ARCH;

/// Between four, a linear compiler, and sixteen; caches and allocators cost a part of it.
const GROWTH: f64 = 10.5;
/// Seconds that a program must take to be measured at all, and that the smaller of the two takes about.
const ENOUGH: f64 = 0.03;
/// Parts of the smaller program, at most: what is as fast as that is fast enough.
const MAX_PARTS: usize = 8192;

struct Shape {
    name: &'static str,
    head: &'static str,
    part: &'static str,
    tail: &'static str,
    /// How far it is compiled.
    stage: Stage,
}

const fn shape(
    name: &'static str,
    head: &'static str,
    part: &'static str,
    tail: &'static str,
) -> Shape {
    Shape { name, head, part, tail, stage: Stage::Lower }
}

/// A program that is compiled to PTX: what grows in it is the kernel.
const fn kernel_of(
    name: &'static str,
    head: &'static str,
    part: &'static str,
    tail: &'static str,
) -> Shape {
    Shape { name, head, part, tail, stage: Stage::Ptx }
}

/// A kernel around what follows it.
macro_rules! kernel {
    ($($text:literal)*) => { concat!("__tile_global__ void k(int* p) { ", $($text),*) };
}

const SHAPES: &[Shape] = &[
    // Classes.
    shape(
        "bases",
        "struct A0 { int x; };",
        "struct A$1 : A$0 {};\n",
        kernel!("A$n* a; *p = sizeof(*a); }"),
    ),
    // A layout lists its leaves, up to a limit, so that what a kernel lays out of such a chain is not in it.
    shape(
        "bases with members",
        "struct A0 { int x; };",
        "struct A$1 : A$0 { int m$0; };\n",
        concat!("static_assert(sizeof(A$n) > 0);", kernel!("*p = 1; }")),
    ),
    shape(
        "bases with functions",
        "struct A0 { __tile__ int f() { return 1; } };",
        "struct A$1 : A$0 { __tile__ int f$0() { return 1; } };\n",
        kernel!("A$n a; *p = a.f(); }"),
    ),
    shape(
        "overriders",
        "struct A0 { __tile__ virtual int f() { return 0; } };",
        "struct A$1 : A$0 { __tile__ int f() override { return $0; } };\n",
        kernel!("A$n* a; *p = sizeof(*a); }"),
    ),
    shape(
        "virtual functions of bases",
        "struct A0 { __tile__ virtual int f() { return 0; } };",
        "struct A$1 : A$0 { __tile__ virtual int f$0() { return $0; } };\n",
        kernel!("A$n* a; *p = sizeof(*a); }"),
    ),
    shape(
        "bases that convert",
        "struct A0 {}; __tile__ int f(const A0&) { return 1; }",
        "struct A$1 : A$0 {};\n",
        kernel!("A$n a; *p = f(a); }"),
    ),
    shape("one class of many bases", "", "struct A$0 { int x$0; };\n", "struct B; "),
    shape(
        "members",
        "struct S {",
        "int m$0 = $0;\n",
        concat!("};", kernel!("S* s; *p = sizeof(*s); }")),
    ),
    shape(
        "members of members",
        "struct S0 { int x; };",
        "struct S$1 { S$0 s; };\n",
        kernel!("S$n* s; *p = sizeof(*s); }"),
    ),
    shape(
        "functions of a class",
        "struct S {",
        "__tile__ int f$0() { return $0; }\n",
        concat!("};", kernel!("S s; *p = s.f3(); }")),
    ),
    shape(
        "static members",
        "struct S {",
        "static constexpr int c$0 = $0;\n",
        concat!("};", kernel!("*p = S::c3; }")),
    ),
    shape(
        "friends",
        "struct S {",
        "friend __tile__ int f$0(S) { return $0; }\n",
        concat!("};", kernel!("*p = f3(S{}); }")),
    ),
    shape(
        "nested classes",
        "",
        "struct S$0 { struct T { int x; }; T t; };\n",
        kernel!("S3 s; *p = 1; }"),
    ),
    shape(
        "initialisers of members",
        "struct S { int x; __tile__ S() : x(0",
        " + $0",
        concat!(") {} };", kernel!("S s; *p = s.x; }")),
    ),
    // Names.
    shape("aliases", "using T0 = int;", "using T$1 = T$0;\n", kernel!("T$n x = 1; *p = x; }")),
    shape("typedefs", "typedef int T0;", "typedef T$0 T$1;\n", kernel!("T$n x = 1; *p = x; }")),
    shape(
        "namespaces",
        "",
        "namespace N$0 { __tile__ int f() { return $0; } }\n",
        kernel!("*p = N3::f(); }"),
    ),
    shape(
        "one namespace again",
        "",
        "namespace N { __tile__ int f$0() { return $0; } }\n",
        kernel!("*p = N::f3(); }"),
    ),
    shape(
        "aliases of namespaces",
        "namespace N0 { int x; }",
        "namespace N$1 = N$0;\n",
        kernel!("*p = sizeof(N$n::x); }"),
    ),
    shape(
        "using-declarations in a row",
        "namespace N0 { __tile__ int f() { return 1; } }",
        "namespace N$1 { using N$0::f; }\n",
        kernel!("*p = N$n::f(); }"),
    ),
    shape(
        "using-declarations",
        "",
        "namespace N { __tile__ int f$0() { return 1; } } using N::f$0;\n",
        kernel!("*p = f3(); }"),
    ),
    shape(
        "using-directives in a row",
        "namespace N0 { __tile__ int f() { return 1; } }",
        "namespace N$1 { using namespace N$0; }\n",
        kernel!("*p = N$n::f(); }"),
    ),
    shape(
        "using-directives of a namespace",
        "",
        "namespace N$0 { int x$0; } namespace M { using namespace N$0; extern int y$0; }\n",
        kernel!("*p = sizeof(M::x3); }"),
    ),
    shape(
        "using-directives of the file",
        "",
        "namespace N$0 { constexpr int x$0 = $0; } using namespace N$0;\n",
        kernel!("*p = x3; }"),
    ),
    shape(
        "using-directives of namespaces that are reopened",
        "namespace M {",
        "namespace N$0 {} using namespace N$0; namespace N$0 { constexpr int x$0 = $0; }\n",
        concat!("}", kernel!("*p = M::x3; }")),
    ),
    shape("enumerators", "enum E {", "e$0,\n", concat!("};", kernel!("*p = e3; }"))),
    shape(
        "enumerators of an enum class",
        "enum class E {",
        "e$0,\n",
        concat!("};", kernel!("*p = int(E::e3); }")),
    ),
    shape(
        "enumerators from each other",
        "enum E { e0,",
        "e$1 = e$0 + 1,\n",
        concat!("};", kernel!("*p = e3; }")),
    ),
    shape(
        "constants from each other",
        "constexpr int c0 = 1;",
        "constexpr int c$1 = c$0 ^ 1;\n",
        kernel!("*p = c$n; }"),
    ),
    shape("variables", "", "const int g$0 = $0;\n", kernel!("*p = g3; }")),
    shape(
        "functions",
        "",
        "__tile__ int f$0(int x) { return x + $0; }\n",
        kernel!("*p = f3(1); }"),
    ),
    shape("kernels", "", "__tile_global__ void k$0(int* p) { *p = $0; }\n", ""),
    shape("types of parameters", "", "struct T$0; int f$0(T$0*, int);\n", kernel!("*p = 1; }")),
    // Statements.
    shape("assignments", kernel!("int t = 0;"), "t += $0;\n", "*p = t; }"),
    shape("stores", kernel!(), "p[$0] = $0;\n", "}"),
    shape(
        "variables of a block",
        kernel!("int v0 = *p;"),
        "int v$1 = v$0 * 3 + 1;\n",
        "*p = v$n; }",
    ),
    shape("unused variables", kernel!(), "int v$0 = $0;\n", "*p = 1; }"),
    shape("blocks", kernel!(), "{ int v = $0; *p = v; }\n", "}"),
    shape("labels", kernel!(), "l$0: *p = $0;\n", "}"),
    shape("conditions", kernel!("int t = *p;"), "if (t > $0) t = t * 3 + 1;\n", "*p = t; }"),
    shape("cases", kernel!("switch (*p) {"), "case $0: *p = $0; break;\n", "} }"),
    shape("calls", "__tile__ int f(int x) { return x * 3; } ", "", kernel!("*p = f(1); }")),
    shape(
        "classes of a block",
        kernel!(),
        "struct L$0 { int x = $0; }; L$0 l$0;\n",
        "*p = l0.x; }",
    ),
    shape(
        "lambdas",
        kernel!("int t = 0;"),
        "auto l$0 = [&](int x) { return x + t; }; t += l$0($0);\n",
        "*p = t; }",
    ),
    shape("undeclared names", kernel!(), "undeclared$0 = 1;\n", "}"),
    // Templates.
    shape(
        "specialisations",
        "template <int N> struct S {};",
        "template <> struct S<$0> { static constexpr int v = $0; };\n",
        kernel!("*p = S<3>::v; }"),
    ),
    shape(
        "instantiations",
        concat!(
            "template <int N> struct S { static constexpr int v = N; };",
            kernel!("int t = 0;")
        ),
        "t += S<$0>::v;\n",
        "*p = t; }",
    ),
    shape(
        "template arguments",
        concat!(
            "template <int... I> struct S { static constexpr int n = sizeof...(I); };",
            kernel!("*p = S<0")
        ),
        ", $0",
        ">::n; }",
    ),
    shape("static assertions", "", "static_assert($0 + 1 == $1);\n", kernel!("*p = 1; }")),
    // Initialisers and literals.
    shape("elements", "constexpr int a[] = {", "$0, ", concat!("};", kernel!("*p = a[3]; }"))),
    shape("elements of a local", kernel!("int a[] = {"), "$0, ", "}; *p = a[*p]; }"),
    shape(
        "elements that are objects",
        "struct P { int x, y; }; constexpr P a[] = {",
        "{$0, $0}, ",
        concat!("};", kernel!("*p = a[3].x; }")),
    ),
    shape(
        "strings",
        "constexpr char s[] = ",
        "\"text $0\"\n",
        concat!(";", kernel!("*p = s[3]; }")),
    ),
    // The preprocessor.
    shape("macros of macros", "#define M0 1\n", "#define M$1 M$0\n", kernel!("*p = M$n; }")),
    shape("macros", "", "#define M$0 $0\nconstexpr int v$0 = M$0;\n", kernel!("*p = v3; }")),
    shape(
        "conditional inclusion",
        "",
        "#ifdef X$0\nint y;\n#else\nextern int x$0;\n#endif\n",
        kernel!("*p = 1; }"),
    ),
    shape(
        "alternatives",
        "#if 0\n",
        "#elif X == $0\nint y$0;\n",
        concat!("#endif\n", kernel!("*p = 1; }")),
    ),
    shape("comments", "", "/// Text $0.\n", kernel!("*p = 1; }")),
    shape("lines of another file", "", "#line $1 \"f$0.h\"\nint x$0;\n", kernel!("*p = 1; }")),
    // Kernels.
    kernel_of(
        "branches",
        kernel!("int x = 0;"),
        "if (p[$0 % 60] > $0) x += $0; else x ^= $0;\n",
        "*p = x; }",
    ),
    kernel_of("branches that store", kernel!(), "if (p[$0 % 60] > $0) p[$0 % 7] = $0;\n", "}"),
    kernel_of("cases of a kernel", kernel!("switch (*p) {"), "case $0: p[1] = $0; break;\n", "} }"),
    kernel_of(
        "jumps to the end",
        kernel!(),
        "if (p[$0 % 60] == $0) goto out;\n",
        "p[1] = 1; out: p[2] = 1; }",
    ),
    kernel_of("returns", kernel!(), "if (p[$0 % 60] == $0) return;\n", "p[1] = 1; }"),
    kernel_of("breaks", kernel!("for (;;) {"), "if (p[$0 % 60] == $0) break;\n", "} }"),
    kernel_of(
        "continues",
        kernel!("for (int i = 0; i < *p; ++i) {"),
        "if (p[$0 % 60] == i) continue;\n",
        "p[1] = i; } }",
    ),
    kernel_of(
        "loops",
        kernel!("int x = 0;"),
        "for (int i = 0; i < p[$0 % 60]; ++i) x = x * 3 + i;\n",
        "*p = x; }",
    ),
    kernel_of("accesses", kernel!(), "p[$0 % 60] += $0;\n", "}"),
    kernel_of(
        "arrays that are indexed",
        kernel!("int s = 0;"),
        "int a$0[3] = {$0, 2, 3}; s += a$0[p[1]];\n",
        "*p = s; }",
    ),
];

impl Shape {
    fn text(&self, parts: usize) -> String {
        let all = parts.to_string();
        let mut text = self.head.to_owned();
        for index in 0..parts {
            let (this, next) = (index.to_string(), (index + 1).to_string());
            let part = self.part.replace("$0", &this).replace("$1", &next);
            text += &part.replace("$n", &all);
        }
        text + &self.tail.replace("$n", &all)
    }

    /// The seconds on the processor that a compilation takes, at least: a cache may be cold.
    fn seconds(&self, parts: usize, times: usize) -> f64 {
        self.compiled(parts, times).0
    }

    /// The same, and whether the program is refused.
    fn compiled(&self, parts: usize, times: usize) -> (f64, bool) {
        let text = self.text(parts);
        let compile = || {
            let sources = Sources(vec![("kernel.cu", text.clone())]);
            let start = on_processor();
            let session = session(DEFAULT_ARCH);
            let compiled = tilec::compile(&session, &sources, "kernel.cu", self.stage);
            let is_refused = compiled.diagnostics.has_errors();
            drop(compiled);
            (on_processor() - start, is_refused)
        };
        (0..times)
            .map(|_| with_stack(compile))
            .fold((f64::MAX, false), |least, (seconds, is_refused)| {
                (least.0.min(seconds), is_refused)
            })
    }

    /// How much longer four times as many parts take, with their number; nothing if that is not worth to be told.
    fn growth(&self) -> Option<(usize, f64)> {
        let fixed = self.seconds(1, 1);
        let mut parts = 64;
        while parts < MAX_PARTS && self.seconds(parts, 1) - fixed < ENOUGH {
            parts *= 2;
        }
        // A limit that only the larger program exceeds has it read again, for its diagnostics.
        while parts > 64 && self.compiled(4 * parts, 1).1 != self.compiled(parts, 1).1 {
            parts /= 2;
        }
        let ratio = |times: usize| {
            let few = self.seconds(parts, times) - fixed;
            (self.seconds(4 * parts, times) - fixed) / few.max(ENOUGH / 2.0)
        };
        let first = ratio(1);
        let ratio = if first > GROWTH { ratio(3).min(first) } else { first };
        (ratio > GROWTH).then_some((parts, ratio))
    }
}

/// Seconds that this thread was on a processor.
fn on_processor() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

#[test]
fn time_grows_as_the_source_does() {
    let filter = std::env::var("TILEC_FILTER").unwrap_or_default();
    let wanted = SHAPES.iter().filter(|shape| shape.name.contains(&filter));
    let slow: Vec<String> = wanted
        .filter_map(|shape| {
            let (parts, ratio) = shape.growth()?;
            Some(format!(
                "{}: {ratio:.1} times as long for {} parts as for {parts}",
                shape.name,
                4 * parts
            ))
        })
        .collect();
    assert!(slow.is_empty(), "{} shapes are not linear:\n{}", slow.len(), slow.join("\n"));
}

/// Declarations that need each other are followed with a stack of their own, up to a limit that is told.
#[test]
fn rows_of_declarations_end_in_a_diagnostic() {
    let names =
        ["aliases", "typedefs", "aliases of namespaces", "using-declarations in a row", "bases"];
    for shape in SHAPES.iter().filter(|shape| names.contains(&shape.name)) {
        let sources = Sources(vec![("kernel.cu", shape.text(21_000))]);
        let found = with_stack(|| {
            let found = tilec::compile(&session(DEFAULT_ARCH), &sources, "kernel.cu", Stage::Lower);
            found.diagnostics.iter().map(|found| found.code.id).collect::<Vec<_>>()
        });
        assert_eq!(found, ["E0418"], "{}", shape.name);
    }
}

/// Bytes of the PTX of a product at most: a fast path and a fallback, which `ptxas` reads in half the time that copies of
/// these for every edge and alignment took.
const LONGEST_PRODUCT: usize = 45_000;

#[test]
fn products_of_any_tensors_are_short() {
    let path = tilec_tests::root().join("tests/gpu/bench/gemm_f16.cu");
    let compiled = compile_file(&path, "sm_90a", Stage::Ptx);
    let ptx = compiled.ptx.as_deref().expect("it compiles");
    let kernels: Vec<&str> = ptx
        .match_indices(".visible .entry ")
        .map(|(begin, _)| {
            let (kernel, _) = ptx[begin..].split_once("\n}\n").expect("its end");
            kernel
        })
        .collect();
    assert_eq!(kernels.len(), 16);
    for kernel in kernels {
        assert!(kernel.contains("wgmma") && kernel.contains("cp.async.ca"), "{kernel}");
        let (name, _) = kernel.split_once('(').expect("parameters");
        assert!(kernel.len() < LONGEST_PRODUCT, "{name} has {} bytes", kernel.len());
    }
}

/// Kernels that passes over tile IR rewrite: operands in parts, and pointer tiles. `%` is their number.
const REWRITTEN_KERNELS: &str = r#"
__tile_global__ void parts%(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{n, n}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, n}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{n, n}}, ct::shape<64, 64>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (int step = 0; step < ct::ceildiv(n, 64); ++step) {
        auto p = va.load_masked(0, step);
        auto q = vb.load_masked(step, 0);
        acc = ct::mma(ct::extract(p, ct::shape<64, 32>{}, 0, 0), ct::extract(q, ct::shape<32, 64>{}, 0, 0), acc);
        acc = ct::mma(ct::extract(p, ct::shape<64, 32>{}, 0, 1), ct::extract(q, ct::shape<32, 64>{}, 1, 0), acc);
    }
    vc.store_masked(acc, 0, 0);
}
__tile_global__ void pointers%(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n) {
    auto rows = ct::reshape(int(ct::bid().x) * 64 + ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<64, 1>{});
    auto columns = ct::reshape(int(ct::bid().y) * 64 + ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<1, 64>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    auto zero = ct::full<ct::tile<__half, ct::shape<>>>(__half(0.0f));
    for (int begin = 0; begin < n; begin += 64) {
        auto places = begin + ct::iota<ct::tile<int, ct::shape<64>>>();
        auto along = ct::reshape(places, ct::shape<1, 64>{});
        auto down = ct::reshape(places, ct::shape<64, 1>{});
        auto p = ct::load_masked(a + (rows * n + along), rows < n && along < n, zero);
        auto q = ct::load_masked(b + (down * n + columns), down < n && columns < n, zero);
        acc = ct::mma(p, q, acc);
    }
    ct::store_masked(c + (rows * n + columns), acc, rows < n && columns < n);
}
"#;

/// How much longer twice as many kernels in a file take, between two, what each takes alone, and four, what each takes if it
/// has to look at the others.
const GROWTH_OF_KERNELS: f64 = 2.8;

#[test]
fn passes_take_the_time_of_their_kernel() {
    let target = backend_ptx::target::Target::named("sm_90a").expect("a known target");
    let module = |pairs: usize| {
        let numbers = (0..pairs).map(|number| number.to_string());
        let source = numbers.map(|number| REWRITTEN_KERNELS.replace('%', &number));
        tilec_tests::products::module(&source.collect::<String>(), "sm_90a")
    };
    let seconds = |module: &ir::Module| {
        let begin = on_processor();
        let scheduled = backend_ptx::schedule(module, target, &Options::default(), None);
        assert_eq!(scheduled.module().entries.len(), module.entries.len());
        on_processor() - begin
    };
    let (few, many) = (module(64), module(128));
    let ratio = || seconds(&many) / seconds(&few);
    let ratio = (0..3).map(|_| ratio()).fold(f64::INFINITY, f64::min);
    assert!(ratio < GROWTH_OF_KERNELS, "twice as many kernels take {ratio:.1} times as long");
}
