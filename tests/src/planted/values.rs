//! Values of enumerations, and places that control must not get to.

use super::{Body, Plant};

pub fn plants() -> Vec<Plant> {
    [enumerations(), unreachable()].concat()
}

/// [dcl.enum]/8: without a fixed type, the values are those of the smallest bit-field.
fn enumerations() -> Vec<Plant> {
    let mut plants = Vec::new();
    // Enumerators, and the least and greatest value.
    let enumerations = [
        ("A", 0, 1),
        ("A = 1", 0, 1),
        ("A, B, C", 0, 3),
        ("A = 4", 0, 7),
        ("A = -1", -1, 0),
        ("A = -1, B = 1", -2, 1),
        ("A = -5, B = 4", -8, 7),
        ("A = 200", 0, 255),
        ("A = -129", -256, 255),
    ];
    for (enumerators, low, high) in enumerations {
        let prelude = format!(
            "enum E {{ {enumerators} }}; enum F : int {{}}; enum class G {{ {enumerators} }};"
        );
        for (wrong, right) in [(low - 1, low), (high + 1, high)] {
            let casts = ["static_cast<E>(v)", "(E)v", "E(v)", "(E)(float)v", "(E)(long long)v"];
            for cast in casts {
                let body = |value: i32| {
                    let before = format!("int v = n + ({value} - 2);");
                    Body::new(before, format!("E e = {cast}; o[0] = e;"))
                };
                let name = format!("{cast} of {wrong} for {enumerators}");
                plants.push(Plant::new(name, body(wrong), body(right)).with(prelude.clone()));
            }
            // Of a fixed type every value is one.
            let before = format!("int v = n + ({wrong} - 2);");
            for fixed in ["F", "G"] {
                plants.push(
                    Plant::new(
                        format!("{enumerators} beside a fixed type"),
                        Body::new(before.clone(), "o[0] = int((E)v);"),
                        Body::new(before.clone(), format!("o[0] = int(({fixed})v);")),
                    )
                    .with(prelude.clone()),
                );
            }
        }
    }
    plants
}

fn unreachable() -> Vec<Plant> {
    let mut plants = Vec::new();
    let functions = "\
        enum class Kind { A, B, C };\n\
        inline __tile__ int some(int x) { if (x > 2) return 1; }\n\
        inline __tile__ int all(int x) { if (x > 2) return 1; return 2; }\n\
        inline __tile__ int loops(int x) { while (x-- > 0) if (x == 7) return x; }\n\
        inline __tile__ int forever(int x) { for (;;) if (--x < 0) return x; }\n\
        inline __tile__ int cases(Kind k) { switch (k) { case Kind::A: return 1; case Kind::B: return 2; default: break; } }\n\
        template <class T> __tile__ T given(T x) { if constexpr (sizeof(T) > 4) { return x; } else if (x == 3) return x; }";
    let never = ["__builtin_unreachable();", "std::unreachable();"];
    for never in never {
        let conditions = [
            ("if (n == 2)", "if (n == 3)"),
            ("while (n == 2)", "while (n == 3)"),
            ("for (int i = 0; i < n; ++i) if (i == 1)", "for (int i = 0; i < n; ++i) if (i == 2)"),
            ("switch (n) case 2:", "switch (n) case 3:"),
            ("if (n < 0) o[1] = 1; else", "if (n > 0) o[1] = 1; else"),
        ];
        for (wrong, right) in conditions {
            let line = |condition: &str| Body::new("", format!("{condition} {{ {never} }}"));
            plants.push(Plant::new(never.to_owned(), line(wrong), line(right)));
        }
        for (wrong, right) in [
            ("n == 2 ? (X, 1) : 2", "n == 3 ? (X, 1) : 2"),
            ("n == 2 && (X, true)", "n == 3 && (X, true)"),
        ] {
            let call = never.trim_end_matches(';');
            let line = |text: &str| Body::new("", format!("o[0] = {};", text.replace('X', call)));
            plants.push(Plant::new(never.to_owned(), line(wrong), line(right)));
        }
    }
    let calls = [
        ("some(n)", "some(n + 1)"),
        ("some(n)", "all(n)"),
        ("loops(n)", "loops(n + 6)"),
        ("loops(n)", "forever(n)"),
        ("cases(Kind(n))", "cases(Kind(n - 1))"),
        ("given(n)", "given(n + 1)"),
        ("given(n)", "int(given(1LL * n))"),
    ];
    for (wrong, right) in calls {
        let line = |call: &str| Body::new("", format!("o[0] = {call};"));
        plants.push(Plant::new(wrong.to_owned(), line(wrong), line(right)).with(functions));
    }
    plants
}
