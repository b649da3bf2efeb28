//! The spellings of nvcc and GCC that mean the same as ours, so that a build made for them works.

/// Whether the value of an option may be glued to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    /// There is none, or it follows behind `=` or as the next argument.
    Apart,
    /// It may also follow at once: `-MFfile`.
    Glued,
}

/// Their spelling, ours, and how a value follows.
const NVCC: &[(&str, &str, Value)] = &[
    ("-arch", "--arch", Value::Apart),
    ("--gpu-architecture", "--arch", Value::Apart),
    ("-std", "--std", Value::Apart),
    ("-isystem", "--isystem", Value::Glued),
    ("-iquote", "--iquote", Value::Glued),
    ("-idirafter", "--idirafter", Value::Glued),
    ("-include", "--include", Value::Glued),
    ("-fmad", "--fmad", Value::Apart),
    ("-tile-only", "--tile-only", Value::Apart),
    ("-enable-tile", "--enable-tile", Value::Apart),
    ("-tilecubin", "--emit=cubin", Value::Apart),
    ("--tilecubin", "--emit=cubin", Value::Apart),
    ("-tilebc", "--emit=tilebc", Value::Apart),
    ("--tilebc", "--emit=tilebc", Value::Apart),
    ("-ptx", "--emit=ptx", Value::Apart),
    ("--ptx", "--emit=ptx", Value::Apart),
    ("-E", "--emit=preprocessed", Value::Apart),
    ("--preprocess", "--emit=preprocessed", Value::Apart),
    ("-M", "--generate-dependencies", Value::Apart),
    ("-MM", "--generate-nonsystem-dependencies", Value::Apart),
    ("-MD", "--generate-dependencies-with-compile", Value::Apart),
    ("-MMD", "--generate-nonsystem-dependencies-with-compile", Value::Apart),
    ("-MP", "--generate-dependency-targets", Value::Apart),
    ("-disable-warnings", "-w", Value::Apart),
    ("--disable-warnings", "-w", Value::Apart),
    ("-diag-suppress", "-Wsuppress", Value::Apart),
    ("--diag-suppress", "-Wsuppress", Value::Apart),
    ("-diag-error", "-Werror", Value::Apart),
    ("--diag-error", "-Werror", Value::Apart),
    ("-diag-warn", "-Wwarn", Value::Apart),
    ("--diag-warn", "-Wwarn", Value::Apart),
    ("--Werror", "-Werror", Value::Apart),
    ("-MF", "--dependency-output", Value::Glued),
    ("-MT", "--dependency-target-name", Value::Glued),
    ("-MQ", "--dependency-quoted-target-name", Value::Glued),
];

/// Rewrites nvcc's spellings, with the value behind `=`, glued to the option, or as the next
/// argument.
pub fn normalize(args: impl IntoIterator<Item = String>) -> Vec<String> {
    args.into_iter().map(|arg| ours(&arg).unwrap_or(arg)).collect()
}

fn ours(arg: &str) -> Option<String> {
    let row = |name: &str| NVCC.iter().find(|(theirs, ..)| *theirs == name);
    if let Some((_, ours, _)) = row(arg) {
        return Some((*ours).to_owned());
    }
    let glued = NVCC.iter().filter(|(.., value)| *value == Value::Glued);
    for (theirs, ours, _) in glued {
        if let Some(value) = arg.strip_prefix(theirs) {
            return Some(format!("{ours}={}", value.strip_prefix('=').unwrap_or(value)));
        }
    }
    let (name, value) = arg.split_once('=')?;
    let (_, ours, _) = row(name)?;
    Some(format!("{ours}={value}"))
}

#[cfg(test)]
mod tests {
    use super::normalize;

    #[test]
    fn values_follow_in_every_way() {
        let line = "-MFx.d -MF x.d -MF=x.d -MMD -includea.h -include a.h -arch=sm_90 -Iinc -DA=1";
        let found = normalize(line.split(' ').map(String::from));
        let expected = "--dependency-output=x.d --dependency-output x.d --dependency-output=x.d \
                        --generate-nonsystem-dependencies-with-compile --include=a.h --include \
                        a.h --arch=sm_90 -Iinc -DA=1";
        assert_eq!(found.join(" "), expected);
    }
}
