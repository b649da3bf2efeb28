//! Side effects that are unsequenced, [intro.execution]/10 with the sequencing of C++17.

use super::{Body, Plant};

pub fn plants() -> Vec<Plant> {
    let mut plants = Vec::new();
    // Objects: the declarations, one object, the same by another name, and another one.
    let objects = [
        ("int i = n, j = 5; (void)j;", "i", "i", "j"),
        ("int a[3] = {1, n, 3};", "a[1]", "a[n - 1]", "a[n]"),
        ("int i = n, j = 5; int& r = i; (void)j;", "i", "r", "j"),
        ("", "o[1]", "o[n - 1]", "o[n]"),
        ("int i = n, j = 4; int* p = &i; (void)j;", "*p", "i", "j"),
        ("struct { short x, y; } s = {1, 3};", "s.x", "s.x", "s.y"),
        ("unsigned char i = 1, j = 2; (void)j;", "i", "i", "j"),
    ];
    let effects = ["(X)++", "--(X)", "(X = 3)", "(X += 2)", "(X |= 1)"];
    let operators = ["+", "-", "*", "^", "&", "|", "<", ">=", "==", "!="];
    for (object, &(before, one, same, other)) in objects.iter().enumerate() {
        for (number, effect) in effects.iter().enumerate() {
            // Each operator somewhere.
            for offset in [0, 3, 6] {
                let op = operators[(object + number * 2 + offset) % operators.len()];
                let effect = effect.replace('X', one);
                for (left, right) in [(true, false), (false, true), (true, true)] {
                    let side = |is_effect, name: &str| match is_effect {
                        true => effect.clone(),
                        false => format!("({name})"),
                    };
                    let other_effect = effect.replace(one, other);
                    let wrong = format!("q[0] = {} {op} {};", side(left, same), side(right, same));
                    let twin = match (left, right) {
                        (true, true) => format!("q[0] = {effect} {op} {other_effect};"),
                        _ => format!("q[0] = {} {op} {};", side(left, other), side(right, other)),
                    };
                    plants.push(Plant::new(
                        format!("{op} of {effect}"),
                        Body::new(before, wrong),
                        Body::new(before, twin),
                    ));
                }
            }
        }
    }
    let declared = "int i = n, j = 1; int* p = o + 4; (void)p; (void)j;";
    let pairs = [
        // What C++17 sequences: assignments, shifts, subscripts, `,`, `?:`, `&&`.
        ("q[0] = i++ + i;", "i = i++ + 1;"),
        ("q[0] = (i = 2) * i;", "i += i++;"),
        ("q[0] = i | i--;", "q[0] = i << i++;"),
        ("q[0] = *(o + i + i++);", "q[0] = (o + i)[i++];"),
        ("q[0] = (++i, i) - i;", "q[0] = (++i, i);"),
        ("q[0] = (n == 2 ? i++ : j) + i;", "q[0] = (n == 3 ? i++ : j) + i;"),
        ("q[0] = (n == 2 && i++) + i;", "q[0] = (n == 3 && i++) + i;"),
        ("q[0] = *p++ + *p;", "*p++ = *p;"),
        ("q[0] = p++ - p;", "q[0] = p++[0];"),
        ("q[0] = p == p++;", "q[0] = (p++, p) == o;"),
        ("q[0] = same(i++) + i;", "q[0] = step(i) + i;"),
        ("q[0] = (i += 1) + (j += i);", "int t[2] = {i++, i++}; q[0] = t[0];"),
        ("q[0] = (j = i++) + i;", "q[0] = two(i++, i++);"),
        ("q[0] = -i + ~i++;", "q[0] = i++ && i++;"),
        ("q[0] = o[i++] + o[i];", "o[i++] = i;"),
    ];
    let functions = "inline __tile__ int same(int x) { return x; }\n\
                     inline __tile__ int step(int& x) { return x++; }\n\
                     inline __tile__ int two(int x, int y) { return x * y; }";
    for (wrong, right) in pairs {
        let plant =
            Plant::new("order".into(), Body::new(declared, wrong), Body::new(declared, right));
        plants.push(plant.with(functions));
    }
    plants
}
