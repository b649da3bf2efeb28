//! Identifiers from source names, for languages without templates and namespaces.

use std::collections::BTreeSet;

/// Words joined by one underscore: `ns::gemm<__half, 64, -1>` is `ns_gemm_half_64_1`.
pub fn identifier(source: &str) -> String {
    let words = source.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("_");
    // A trailing underscore is how members and parameters are often told from other names.
    match name.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        Some(_) => name,
        None => "_".into(),
    }
}

/// `vectorAdd` as `vector_add`; runs of capitals stay together: `runGEMM` is `run_gemm`.
pub fn snake_case(identifier: &str) -> String {
    let mut out = String::with_capacity(identifier.len() + 4);
    let mut last_was_lower = false;
    for c in identifier.chars() {
        if c.is_ascii_uppercase() && last_was_lower {
            out.push('_');
        }
        last_was_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// `name`, or if it is taken the first of `name_2`, `name_3`, .. that is not; takes it.
pub fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut candidate = name.to_owned();
    let mut count = 1;
    while !taken.insert(candidate.clone()) {
        count += 1;
        candidate = format!("{name}_{count}");
    }
    candidate
}

/// `name`, with an underscore behind it if it is one of `reserved`.
pub fn unless_reserved(name: &str, reserved: &[&str]) -> String {
    if reserved.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{identifier, snake_case, unique};

    #[test]
    fn names_of_templates_become_identifiers() {
        assert_eq!(identifier("ns::gemm<__half, 64, -1>"), "ns_gemm_half_64_1");
        assert_eq!(identifier("3d"), "_3d");
        assert_eq!(identifier("<>"), "_");
        assert_eq!(snake_case("vectorAdd"), "vector_add");
        assert_eq!(snake_case("runGEMM_f16"), "run_gemm_f16");
        assert_eq!(snake_case("tile2D"), "tile2_d");
    }

    #[test]
    fn no_two_are_the_same() {
        let mut taken = BTreeSet::new();
        let names = ["f", "f", "f_2", "f"].map(|name| unique(name, &mut taken));
        assert_eq!(names, ["f", "f_2", "f_2_2", "f_3"]);
    }
}
