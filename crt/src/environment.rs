//! The variables of the environment that choose what the library does.
//!
//! `TILEC_TRACE` has the name of a file; the others have one of a few values ([`CHOICES`]). Another value has no effect, which standard
//! error says once: a program that runs on another device than the user has asked for looks right otherwise.

/// A variable with its values.
struct Choice {
    name: &'static str,
    values: &'static [&'static str],
}

/// The variables with a few values.
const CHOICES: &[Choice] = &[
    Choice { name: "TILEC_DEVICE", values: &["cpu", "cuda"] },
    Choice { name: "TILEC_SANITIZE", values: &["0", "1"] },
];

/// Says which variables have values that mean nothing.
pub fn check() {
    for choice in CHOICES {
        let value = std::env::var_os(choice.name).unwrap_or_default();
        if let Some(message) = choice.refuse(&value.to_string_lossy()) {
            eprintln!("tilec: {message}");
        }
    }
}

impl Choice {
    /// What is wrong with a value. A variable that is empty is like one that is not set.
    fn refuse(&self, value: &str) -> Option<String> {
        if value.is_empty() || self.values.contains(&value) {
            return None;
        }
        let values = self.values.iter().map(|value| format!("`{value}`"));
        let values = values.collect::<Vec<_>>().join(" and ");
        Some(format!("{}={value} has no effect: its values are {values}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_mean_nothing_are_named() {
        let device = &CHOICES[0];
        assert_eq!(device.refuse("cpu"), None);
        assert_eq!(device.refuse(""), None);
        let refused = device.refuse("GPU").expect("a message");
        assert_eq!(refused, "TILEC_DEVICE=GPU has no effect: its values are `cpu` and `cuda`");
    }
}
