//! The effect of the host compiler's options on the preprocessor: nvcc has the host compiler
//! preprocess tile
//! code too, so macros and folders of `-Xcompiler` count there.
//!
//! Out: the options that tilec's preprocessor has itself, and macros that flags define (`g++ -dM -E` with
//! and without each). Flags of the processor, `-march=native` and its likes, define macros that tile code
//! has nothing to do with: the host compiler alone knows them.

use lang::pp::MacroOption;

/// Options of a host compiler, read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HostFlags {
    /// `-D` and `-U`.
    pub macros: Vec<MacroOption>,
    /// What the other options define.
    pub flag_macros: Vec<MacroOption>,
    pub quote_dirs: Vec<String>,
    pub include_dirs: Vec<String>,
    pub system_dirs: Vec<String>,
    pub after_dirs: Vec<String>,
    pub forced_includes: Vec<String>,
    /// What is left for the host compiler.
    pub rest: Vec<String>,
}

/// Takes the value of an option.
type Put = fn(&mut HostFlags, String);

/// Options whose value is in the same word or the next.
const WITH_VALUE: &[(&str, Put)] = &[
    ("-D", |flags, value| flags.macros.push(MacroOption::Define(value))),
    ("-U", |flags, value| flags.macros.push(MacroOption::Undefine(value))),
    ("-iquote", |flags, value| flags.quote_dirs.push(value)),
    ("-I", |flags, value| flags.include_dirs.push(value)),
    ("-isystem", |flags, value| flags.system_dirs.push(value)),
    ("-idirafter", |flags, value| flags.after_dirs.push(value)),
    ("-include", |flags, value| flags.forced_includes.push(value)),
];

/// Flags with the macros that they define, and those that they take away.
const FLAGS: &[(&str, &[&str], &[&str])] = &[
    ("-fno-exceptions", &[], &["__EXCEPTIONS", "__cpp_exceptions"]),
    ("-fexceptions", &["__EXCEPTIONS=1", "__cpp_exceptions=199711L"], &[]),
    ("-fno-rtti", &[], &["__GXX_RTTI", "__cpp_rtti"]),
    ("-frtti", &["__GXX_RTTI=1", "__cpp_rtti=199711L"], &[]),
    ("-pthread", &["_REENTRANT=1"], &[]),
    ("-fopenmp", &["_OPENMP=201511", "_REENTRANT=1"], &[]),
    ("-fopenacc", &["_OPENACC=201711", "_REENTRANT=1"], &[]),
    ("-fPIC", &["__PIC__=2", "__pic__=2"], &["__PIE__", "__pie__"]),
    ("-fpic", &["__PIC__=1", "__pic__=1"], &["__PIE__", "__pie__"]),
    ("-ffast-math", &["__FAST_MATH__=1"], &[]),
    ("-fsanitize=address", &["__SANITIZE_ADDRESS__=1"], &[]),
    ("-fsanitize=thread", &["__SANITIZE_THREAD__=1"], &[]),
];

impl HostFlags {
    pub fn read(options: impl IntoIterator<Item = String>) -> HostFlags {
        let mut flags = HostFlags::default();
        let mut level = String::new();
        let mut words = options.into_iter();
        while let Some(word) = words.next() {
            let with_value = WITH_VALUE.iter().filter(|(name, _)| word.starts_with(name));
            // `-isystem` and `-include` are not `-i`, and `-I` is another letter.
            if let Some((name, put)) = with_value.max_by_key(|(name, _)| name.len()) {
                let value = match &word[name.len()..] {
                    "" => words.next(),
                    value => Some(value.to_owned()),
                };
                value.into_iter().for_each(|value| put(&mut flags, value));
                continue;
            }
            if let Some((_, defined, undefined)) = FLAGS.iter().find(|(name, ..)| *name == word) {
                let define = |text: &&str| MacroOption::Define((*text).to_owned());
                let undefine = |name: &&str| MacroOption::Undefine((*name).to_owned());
                flags.flag_macros.extend(defined.iter().map(define));
                flags.flag_macros.extend(undefined.iter().map(undefine));
            }
            if let Some(given) = word.strip_prefix("-O") {
                level = if given.is_empty() { "1".into() } else { given.to_owned() };
            }
            flags.rest.push(word);
        }
        let names: &[&str] = match level.as_str() {
            "" | "0" => &["__NO_INLINE__"],
            "s" | "z" => &["__OPTIMIZE__", "__OPTIMIZE_SIZE__"],
            "fast" => &["__OPTIMIZE__", "__FAST_MATH__"],
            _ => &["__OPTIMIZE__"],
        };
        let define = |name: &&str| MacroOption::Define(format!("{name}=1"));
        flags.flag_macros.extend(names.iter().map(define));
        flags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> HostFlags {
        HostFlags::read(line.split_whitespace().map(str::to_owned))
    }

    fn shown(macros: &[MacroOption]) -> String {
        let shown = |option: &MacroOption| match option {
            MacroOption::Define(text) => text.clone(),
            MacroOption::Undefine(name) => format!("!{name}"),
        };
        macros.iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_the_preprocessor_has_is_told_from_the_rest() {
        let flags = read("-fPIC -DA=1 -D B -UC -Ix -I y -isystem z -iquoteq -include f.h -Wall");
        assert_eq!(shown(&flags.macros), "A=1 B !C");
        assert_eq!(
            (flags.include_dirs, flags.system_dirs),
            (["x", "y"].map(String::from).into(), vec!["z".into()])
        );
        assert_eq!(
            (flags.quote_dirs, flags.forced_includes),
            (vec!["q".into()], vec!["f.h".into()])
        );
        assert_eq!(flags.rest, ["-fPIC", "-Wall"]);
    }

    /// As `g++ -dM -E` has it.
    #[test]
    fn flags_define_macros() {
        for (line, expected) in [
            ("", "__NO_INLINE__=1"),
            ("-O2 -O0", "__NO_INLINE__=1"),
            ("-O0 -O", "__OPTIMIZE__=1"),
            ("-Os", "__OPTIMIZE__=1 __OPTIMIZE_SIZE__=1"),
            ("-fno-exceptions -O3", "!__EXCEPTIONS !__cpp_exceptions __OPTIMIZE__=1"),
        ] {
            assert_eq!(shown(&read(line).flag_macros), expected, "{line}");
        }
    }
}
