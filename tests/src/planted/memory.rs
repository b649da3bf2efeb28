//! Lifetimes, members, constant objects, buffers, `__restrict__` and scopes of atomics.

use super::{Body, Plant};

/// Types of objects, each with a function `T(int)`.
const TYPES: &[&str] =
    &["int", "unsigned", "short", "signed char", "long long", "float", "double", "bool"];

pub fn plants() -> Vec<Plant> {
    [lifetimes(), members(), neighbours(), constants(), buffers(), restricted(), scopes()].concat()
}

/// A pointer outlives what it points to.
fn lifetimes() -> Vec<Plant> {
    let mut plants = Vec::new();
    for ty in TYPES {
        let objects = [
            ("a scalar", format!("{ty} z = {ty}(n);"), "&z"),
            ("an element", format!("{ty} z[3] = {{{ty}(1), {ty}(n), {ty}(3)}};"), "&z[1]"),
            ("a dynamic element", format!("{ty} z[3] = {{{ty}(1), {ty}(n), {ty}(3)}};"), "&z[n]"),
            (
                "a member",
                format!("struct {{ int a; {ty} b[2]; }} z = {{1, {{{ty}(2), {ty}(n)}}}};"),
                "z.b + 1",
            ),
        ];
        for (what, declared, pointer) in objects {
            for (access, line) in [
                ("read", "o[0] = int(*p);"),
                ("written", "*p = 1;"),
                ("compared", "o[0] = *p == 1;"),
            ] {
                let wrong = format!("{ty}* p; {{ {declared} p = {pointer}; }}");
                let right = format!("{ty}* p; {declared} {{ p = {pointer}; }}");
                plants.push(Plant::new(
                    format!("{what} of type {ty} {access} after its end"),
                    Body::new(wrong, line),
                    Body::new(right, line),
                ));
            }
        }
        let functions = format!(
            "inline __tile__ {ty}* gone({ty} x) {{ return &x; }}\n\
             inline __tile__ {ty}* kept({ty}& x) {{ return &x; }}\n\
             inline __tile__ const {ty}& same(const {ty}& x) {{ return x; }}"
        );
        let parameter = Plant::new(
            format!("parameter of type {ty} read after the call"),
            Body::new(format!("{ty} m = {ty}(n); {ty}* p = gone(m);"), "o[0] = int(*p);"),
            Body::new(format!("{ty} m = {ty}(n); {ty}* p = kept(m);"), "o[0] = int(*p);"),
        );
        let temporary = Plant::new(
            format!("temporary of type {ty} read after its full-expression"),
            Body::new(format!("const {ty}& r = same({ty}(n));"), "o[0] = int(r);"),
            Body::new(format!("const {ty}& r = {ty}(n);"), "o[0] = int(r) + int(same(r));"),
        );
        plants.extend([parameter, temporary].map(|plant| plant.with(functions.clone())));
        let turn = |declared, first, second| {
            let before = format!("{ty}* p = nullptr; {ty} last = {ty}(0); (void)last;");
            let line = format!(
                "for (int i = 0; i < n; ++i) {{ {declared} {first} if (p) o[i] = int(*p); {second} }}"
            );
            Body::new(before, line)
        };
        let object = format!("{ty} z = {ty}(i);");
        plants.push(Plant::new(
            format!("object of type {ty} of the turn before"),
            turn(object.as_str(), "", "p = &z;"),
            turn(object.as_str(), "p = &z;", ""),
        ));
    }
    plants
}

/// An access beside the member or element that a pointer is to.
fn members() -> Vec<Plant> {
    let mut plants = Vec::new();
    for ty in TYPES {
        let class = format!("struct S {{ {ty} a[2]; {ty} b[2]; {ty} c; {ty} d; }};");
        let local = "S s{{1, 0}, {1, 0}, 1, 0}; S* p = &s; (void)p;".to_owned();
        let buffer = "S* p = (S*)o; S& s = *p; (void)s;".to_owned();
        // Each place, and the last one of the member itself.
        let places = [
            ("by a constant", "", "s.a[2]", "s.a[1]"),
            ("by a variable", "", "s.a[n]", "s.a[n - 1]"),
            ("through a pointer", "auto* e = s.a; e += 2;", "*e", "e[-1]"),
            ("backwards", "auto* e = s.b;", "e[-1]", "e[1]"),
            ("beside a scalar", "auto* e = &s.c;", "e[1]", "e[0]"),
            ("through ->", "", "p->a[n]", "p->b[n - 1]"),
            ("by the index first", "", "n[s.a]", "1[s.a]"),
        ];
        for (how, before, wrong, right) in places {
            for (object, before_it) in [("a local object", &local), ("a buffer", &buffer)] {
                for (access, left, after) in
                    [("read", "o[0] = int(", ");"), ("written", "", " = 1;")]
                {
                    let body = |place| {
                        Body::new(format!("{before_it} {before}"), format!("{left}{place}{after}"))
                    };
                    let name = format!("member of {object} of {ty} {access} {how}");
                    plants.push(Plant::new(name, body(wrong), body(right)).with(class.clone()));
                }
            }
        }
        let rows = format!("{ty} m[2][3] = {{{{1, 0, 1}}, {{0, 1, 0}}}};");
        for (wrong, right) in
            [("m[0][n + 1]", "m[1][n]"), ("m[0][3]", "m[0][2]"), ("(*m)[4]", "m[1][1]")]
        {
            plants.push(Plant::new(
                format!("row of {ty}"),
                Body::new(rows.clone(), format!("o[0] = int({wrong});")),
                Body::new(rows.clone(), format!("o[0] = int({right});")),
            ));
        }
    }
    plants
}

/// An access through a step out of the object that a pointer is to, to an object of the same class or
/// a row beside it: the array inside of that one is not an array of the first.
fn neighbours() -> Vec<Plant> {
    let mut plants = Vec::new();
    for ty in TYPES {
        let classes = format!(
            "struct A {{ {ty} v[2]; {ty} w; }}; struct B {{ A a; A b; {ty} m[2][2]; {ty} t[2]; }};\n\
             struct S {{ {ty} a[2]; {ty} c; {ty} d; }};"
        );
        let objects = [
            ("a local object", "B b{}; S s{}; (void)b; (void)s;"),
            ("a buffer", "B& b = *(B*)o; S& s = *(S*)q; (void)b; (void)s;"),
        ];
        let of_s = format!("{ty} (S::*m)[2] = &S::a;");
        let scalar = format!("{ty} S::*m = &S::c; {ty}* z = &(s.*m);");
        let row = format!("{ty} (*r)[2] = b.m;");
        let range = |last| format!("for ({ty} x : b.m[{last}]) o[0] += int(x);");
        let pair = |wrong: &str, right: &str| {
            let read = |place| format!("o[0] = int({place});");
            let write = |place| format!("{place} = 1;");
            [(read(wrong), read(right)), (write(wrong), write(right))]
        };
        let places = [
            ("class beside", "A* p = &b.a;", pair("p[n - 1].v[0]", "p[n - 2].v[1]")),
            ("class in front", "A* p = &b.b;", pair("(p - 1)->v[n - 1]", "(p - 0)->v[n - 1]")),
            ("constant class beside", "A* p = &b.a + 1;", pair("p->v[1]", "p[-1].v[1]")),
            ("row beside", row.as_str(), pair("r[n][0]", "r[n - 1][0]")),
            ("pointer to an array", of_s.as_str(), pair("(s.*m)[n]", "(s.*m)[n - 1]")),
            ("pointer to a scalar", scalar.as_str(), pair("z[n - 1]", "z[n - 2]")),
            ("row of a loop", "", [(range("n"), range("n - 1")), (range("2"), range("1"))]),
        ];
        // The bytes of a buffer are not values of `bool`.
        let n_objects = if *ty == "bool" { 1 } else { 2 };
        for (object, declared) in objects.into_iter().take(n_objects) {
            for (what, before, lines) in &places {
                for (wrong, right) in lines {
                    let body = |line: &String| Body::new(format!("{declared} {before}"), line);
                    let name = format!("{what} in {object} of {ty}: {wrong}");
                    plants.push(Plant::new(name, body(wrong), body(right)).with(classes.clone()));
                }
            }
        }
    }
    plants
}

/// A constant object is written to through a cast.
fn constants() -> Vec<Plant> {
    let mut plants = Vec::new();
    for ty in TYPES {
        let prelude = format!(
            "struct M {{ const {ty} x; {ty} y; }}; struct U {{ {ty} x; mutable {ty} y; }};\n\
             __device__ {ty} table[4] = {{1, 0, 1, 0}};\n\
             __device__ const {ty} fixed[4] = {{1, 0, 1, 0}};\n\
             __device__ M object = {{1, 0}}; __device__ struct {{ {ty} a; M b[2]; }} objects = {{}};"
        );
        let objects = [
            ("a scalar", format!("{ty} z = {ty}(n);"), format!("const {ty} z = {ty}(n);"), "z"),
            (
                "an element",
                format!("{ty} z[3] = {{{ty}(n)}};"),
                format!("const {ty} z[3] = {{{ty}(n)}};"),
                "z[1]",
            ),
            (
                "a dynamic element",
                format!("{ty} z[3] = {{{ty}(n)}};"),
                format!("const {ty} z[3] = {{{ty}(n)}};"),
                "z[n]",
            ),
            ("an object of a class", "U z{1, 0};".into(), "const U z{1, 0};".into(), "z.x"),
            (
                "a temporary",
                format!("{ty} m = {ty}(n); const {ty}& z = m;"),
                format!("const {ty}& z = {ty}(n);"),
                "z",
            ),
            ("a variable", "auto& z = table;".to_owned(), "auto& z = fixed;".to_owned(), "z[n]"),
            (
                "a constant",
                format!("{ty} z = {ty}(1);"),
                format!("constexpr {ty} z = {ty}(1);"),
                "z",
            ),
        ];
        for (what, plain, constant, place) in objects {
            for line in [" = 1;", " += 1;"] {
                if *ty == "bool" && line == " += 1;" {
                    continue;
                }
                let line = format!("const_cast<{ty}&>({place}){line}");
                plants.push(
                    Plant::new(
                        format!("{what} of constant {ty}"),
                        Body::new(constant.clone(), line.clone()),
                        Body::new(plain.clone(), line),
                    )
                    .with(prelude.clone()),
                );
            }
        }
        let member = |name| format!("const_cast<{ty}&>(z.{name}) = 1;");
        plants.push(
            Plant::new(
                format!("constant member of {ty}"),
                Body::new("M z{1, 0};", member("x")),
                Body::new("M z{1, 0};", member("y")),
            )
            .with(prelude.clone()),
        );
        for object in ["object", "objects.b[1]", "objects.b[n - 1]"] {
            let before = format!("M& z = {object};");
            plants.push(
                Plant::new(
                    format!("constant member of a variable of {ty}"),
                    Body::new(before.clone(), member("x")),
                    Body::new(before, member("y")),
                )
                .with(prelude.clone()),
            );
        }
        plants.push(
            Plant::new(
                format!("mutable member of {ty}"),
                Body::new("const U z{1, 0};", member("x")),
                Body::new("const U z{1, 0};", member("y")),
            )
            .with(prelude.clone()),
        );
    }
    plants
}

/// Pointer arithmetic leaves a buffer of 64 elements of four bytes.
fn buffers() -> Vec<Plant> {
    let mut plants = Vec::new();
    for (ty, count) in [("int", 64), ("short", 128), ("double", 32), ("char", 256), ("float", 64)] {
        let before = format!("{ty}* p = ({ty}*)o; int k = {count} + n; (void)k;");
        let pairs = [
            ("p += k - 1;", "p += k - 2;"),
            ("p = p + (k - 1);", "p = p + (k - 2);"),
            ("p = &p[k - 1];", "p = &p[k - 2];"),
            ("p -= n;", "p -= n - 2;"),
            ("p = p - 1u;", "p = p + 1u;"),
            ("--p;", "++p;"),
            ("for (int i = 1; i < k; ++i) ++p;", "for (int i = 2; i < k; ++i) ++p;"),
        ];
        for (wrong, right) in pairs {
            plants.push(Plant::new(
                format!("buffer of {ty}"),
                Body::new(before.clone(), format!("{wrong} o[0] = p == nullptr;")),
                Body::new(before.clone(), format!("{right} o[0] = p == nullptr;")),
            ));
        }
    }
    // Lanes that are masked off may be anywhere.
    let lanes = "auto i = ct::iota<ct::tile<int, ct::shape<128>>>();";
    plants.push(Plant::new(
        "masked lanes".into(),
        Body::new(lanes, "ct::store_masked(o + i, i, i < 65);"),
        Body::new(lanes, "ct::store_masked(o + i, i, i < 64);"),
    ));
    plants
}

/// The promise of `__restrict__`.
fn restricted() -> Vec<Plant> {
    let mut plants = Vec::new();
    let accesses = [
        ("a[1] = 5;", "b[1] = 6;"),
        ("a[1] = 5;", "o[5] = b[1];"),
        ("o[5] = a[1];", "b[1] = 6;"),
        ("++a[1];", "b[n - 1] += 6;"),
        ("for (int i = 0; i < n; ++i) a[i] = i;", "o[5] = b[0] + b[n];"),
    ];
    for (first, second) in accesses {
        for (a, b) in [("__restrict__", "__restrict__"), ("__restrict__", ""), ("", "__restrict__")]
        {
            let declared = |b_is: &str| format!("int* {a} a = o; int* {b} b = {b_is}; {first}");
            plants.push(Plant::new(
                format!("restricted variables {a}/{b}"),
                Body::new(declared("o"), second),
                Body::new(declared("o + 8"), second),
            ));
            let function = format!(
                "inline __tile__ void work(int* {a} a, int* {b} b, int* o, int n) {{ {first} {second} }}"
            );
            let call = |a: &str, b: &str| Body::new("", format!("work({a}, {b}, q, n);"));
            plants.push(
                Plant::new(
                    format!("restricted parameters {a}/{b}"),
                    call("o", "o"),
                    call("o", "o + 8"),
                )
                .calls(function),
            );
        }
    }
    // What is based on the pointer, what is only read, and what comes after it.
    let block = "int* __restrict__ a = o; int* b = o; int* c = a + 1;";
    plants.push(Plant::new(
        "based on a restricted pointer".into(),
        Body::new(format!("{block} c[0] = 3;"), "o[7] = b[1];"),
        Body::new(format!("{block} c[0] = 3;"), "q[7] = a[1];"),
    ));
    plants.push(Plant::new(
        "only read".into(),
        Body::new("const int* __restrict__ a = o; int t = a[1]; q[9] = t;", "o[1] = 2;"),
        Body::new("const int* __restrict__ a = o; int t = a[1]; q[9] = t;", "q[8] = o[1];"),
    ));
    plants.push(Plant::new(
        "after a restricted pointer".into(),
        Body::new("int* __restrict__ a = o; a[1] = 2;", "q[0] = o[1];"),
        Body::new("{ int* __restrict__ a = o; a[1] = 2; }", "q[0] = o[1];"),
    ));
    plants
}

/// What orders two blocks.
fn scopes() -> Vec<Plant> {
    let scope = |name: &str| format!("ct::thread_scope_{name}_t{{}}");
    let order = |name: &str| format!("ct::memory_order_{name}_t{{}}");
    let mut plants = Vec::new();
    let body = |(write, release, theirs): (&str, &str, &str), (acquire, ours): (&str, &str)| {
        let (release, acquire) = (order(release), order(acquire));
        let (theirs, ours) = (scope(theirs), scope(ours));
        let publish = match write {
            "store" => format!("ct::atomic_store(o + 33, 1, {release}, {theirs});"),
            "add" => format!("ct::atomic_add(o + 32, 1, {release}, {theirs});"),
            "exchange" => format!("ct::atomic_xchg(o + 33, 1, {release}, {theirs});"),
            _ => format!("ct::atomic_compare_exchange(o + 33, 33, 1, {release}, {theirs});"),
        };
        let place = if write == "add" { 32 } else { 33 };
        Body::new(
            format!(
                "if (ct::bid().x == 0) {{ o[40] = 5; {publish} }} else if (ct::atomic_load(o + {place}, {acquire}, {ours}) != {place})"
            ),
            "o[41] = o[40];",
        )
    };
    for write in ["store", "add", "exchange", "compare"] {
        for right in ["device", "system"] {
            let twin = body((write, "release", right), ("acquire", right));
            let wrong = [
                (("release", "block"), ("acquire", right)),
                (("release", right), ("acquire", "block")),
                (("release", "block"), ("acquire", "block")),
                (("relaxed", right), ("acquire", right)),
                (("release", right), ("relaxed", right)),
            ];
            for ((release, theirs), ours) in wrong {
                plants.push(Plant {
                    blocks: 2,
                    ..Plant::new(
                        format!("{write}, {release} {theirs} to {ours:?}"),
                        body((write, release, theirs), ours),
                        twin.clone(),
                    )
                });
            }
        }
    }
    plants
}
