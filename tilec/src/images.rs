//! Which programs a command line asks for: the targets of `--arch` and `--generate-code`.
//!
//! An image is one compilation: machine code for a chip, or PTX for a virtual target. As with nvcc,
//! `--arch=sm_90` stands for `arch=compute_90,code=[sm_90,compute_90]`; an output that holds one
//! program only takes the chip.

use backend_ptx::target::TARGETS;

use crate::fatbin::Kind;
use crate::session::DEFAULT_ARCH;
use crate::target::{self, NATIVE};

/// Targets of nvcc that have no tile code. It compiles for the others of a command line that names several.
const WITHOUT_TILES: &[&str] = &["75"];

/// A program to compile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImageSpec {
    pub kind: Kind,
    /// What code is generated for, as `--arch` takes it: `sm_90`, `compute_90`.
    pub code: String,
    /// The target whose macros the preprocessor defines, if it is another one.
    pub virtual_arch: Option<String>,
}

impl ImageSpec {
    /// PTX for a virtual target.
    pub fn ptx(code: &str) -> ImageSpec {
        ImageSpec { kind: Kind::Ptx, code: code.to_owned(), virtual_arch: None }
    }
}

/// All images for these options, in their order and without repetitions, but for targets without tile code.
///
/// # Errors
/// A specification that is malformed, or names an unknown target; no target has tile code.
pub fn images(arch: Option<&str>, generate: &[String]) -> Result<Vec<ImageSpec>, String> {
    let mut found: Vec<ImageSpec> = Vec::new();
    let mut add = |kind, code: &str, virtual_arch: Option<&str>| -> Result<(), String> {
        if has_no_tiles(virtual_arch.unwrap_or(code)) {
            return Ok(());
        }
        target::parse(code)?;
        let virtual_arch = virtual_arch
            .filter(|arch| arch.strip_prefix("compute_") != Some(number(code)))
            .map(str::to_owned);
        let image = ImageSpec { kind, code: code.to_owned(), virtual_arch };
        if !found.contains(&image) {
            found.push(image);
        }
        Ok(())
    };
    let portable: Vec<_> = TARGETS.iter().filter(|target| target.is_portable()).collect();
    match arch {
        None if !generate.is_empty() => {}
        Some(all @ ("all" | "all-major")) => {
            let is_wanted = |compute: u32| all == "all" || compute.is_multiple_of(10);
            let wanted = portable.iter().filter(|target| is_wanted(target.compute));
            let mut last = None;
            for target in wanted {
                add(Kind::MachineCode, target.name, None)?;
                last = Some(target.compute);
            }
            if let Some(compute) = last {
                add(Kind::Ptx, &format!("compute_{compute}"), None)?;
            }
        }
        Some(NATIVE) => add(Kind::MachineCode, NATIVE, None)?,
        _ => {
            let arch = arch.unwrap_or(DEFAULT_ARCH);
            if !arch.starts_with("compute_") {
                add(Kind::MachineCode, arch, None)?;
            }
            // PTX of `sm_90a` runs on that chip alone, where the machine code runs already.
            let suffix = number(arch);
            add(Kind::Ptx, &format!("compute_{suffix}"), None)?;
        }
    }
    for specification in generate {
        let (arch, codes) = parse(specification)?;
        for code in codes {
            let kind = if code.starts_with("compute_") { Kind::Ptx } else { Kind::MachineCode };
            if code.starts_with("lto_") {
                return Err(format!(
                    "--generate-code={specification}: tilec does not write \
                                    link-time intermediate code"
                ));
            }
            add(kind, &code, arch.as_deref())?;
        }
    }
    if found.is_empty() {
        let generated =
            generate.iter().map(|specification| format!("--generate-code={specification}"));
        let named: Vec<String> =
            arch.map(|arch| format!("--arch={arch}")).into_iter().chain(generated).collect();
        return Err(format!("{}: tile code needs sm_80 or a later chip", named.join(" ")));
    }
    Ok(found)
}

/// The targets that these options name and that have no tile code.
pub fn left_out(arch: Option<&str>, generate: &[String]) -> Vec<String> {
    let generated = generate.iter().filter_map(|specification| parse(specification).ok()?.0);
    let named = arch.map(str::to_owned).into_iter().chain(generated);
    let mut found: Vec<String> = named.filter(|name| has_no_tiles(name)).collect();
    found.dedup();
    found
}

fn has_no_tiles(name: &str) -> bool {
    WITHOUT_TILES.contains(&number(name))
}

/// The image of an output that holds one program. Machine code comes before PTX.
///
/// # Errors
/// There are several, or none of the kind that `output` needs.
pub fn only(images: &[ImageSpec], needs: Option<Kind>, output: &str) -> Result<ImageSpec, String> {
    let of = |kind: Kind| images.iter().filter(move |image| image.kind == kind);
    let mut chosen = of(Kind::MachineCode).peekable();
    let kind = if chosen.peek().is_some() { Kind::MachineCode } else { Kind::Ptx };
    if needs.is_some_and(|needs| needs != kind) {
        let names: Vec<&str> = images.iter().map(|image| image.code.as_str()).collect();
        return Err(format!(
            "{output} needs a chip such as sm_90 among the targets, not only {}",
            names.join(", ")
        ));
    }
    let all: Vec<&ImageSpec> = of(kind).collect();
    match all.as_slice() {
        [image] => Ok((*image).clone()),
        several => {
            let names: Vec<&str> = several.iter().map(|image| image.code.as_str()).collect();
            Err(format!(
                "{output} holds code for one target, and there are {}: {}; -fatbin takes several",
                names.len(),
                names.join(", ")
            ))
        }
    }
}

/// `90a` of `sm_90a`.
fn number(name: &str) -> &str {
    name.strip_prefix("sm_").or(name.strip_prefix("compute_")).unwrap_or(name)
}

/// `arch=compute_90,code=[sm_90,compute_90]`: the virtual target and what code is made for.
fn parse(specification: &str) -> Result<(Option<String>, Vec<String>), String> {
    let malformed = || {
        format!(
            "--generate-code={specification}: expected arch=compute_NN,code=sm_NN or \
             code=[sm_NN,compute_NN]"
        )
    };
    let unquoted: String =
        specification.chars().filter(|c| !matches!(c, '"' | '\'' | ' ')).collect();
    let (mut arch, mut codes) = (None, Vec::new());
    let mut rest = unquoted.as_str();
    while !rest.is_empty() {
        let (key, value) = rest.split_once('=').ok_or_else(malformed)?;
        let (value, after) = match value.strip_prefix('[') {
            Some(list) => {
                let (list, after) = list.split_once(']').ok_or_else(malformed)?;
                (list, after.strip_prefix(',').unwrap_or(after))
            }
            // A list without brackets ends before the next key.
            None => {
                let end =
                    value.find('=').map_or(value.len(), |at| value[..at].rfind(',').unwrap_or(0));
                (&value[..end], value[end..].strip_prefix(',').unwrap_or(&value[end..]))
            }
        };
        match key {
            "arch" => arch = Some(value.to_owned()),
            "code" => codes.extend(value.split(',').filter(|c| !c.is_empty()).map(str::to_owned)),
            _ => return Err(malformed()),
        }
        rest = after;
    }
    let Some(named) = &arch else { return Err(malformed()) };
    if !named.starts_with("compute_") && !codes.is_empty() {
        return Err(format!(
            "--generate-code={specification}: arch={named} must be a virtual target such as compute_90"
        ));
    }
    if codes.is_empty() {
        return Err(format!("--generate-code={specification}: code= is missing"));
    }
    if let Some(code) = codes.iter().find(|code| !is_made_from(code, named)) {
        return Err(format!(
            "--generate-code={specification}: code for {code} is not made from {named}"
        ));
    }
    Ok((arch, codes))
}

/// Whether nvcc makes code for a target from PTX of a virtual one: PTX is for later chips too, that of a
/// family (`100f`) for its later chips, that of a chip (`90a`) for it alone.
fn is_made_from(code: &str, arch: &str) -> bool {
    let parts = |name: &str| {
        let number = number(name).trim_end_matches(['a', 'f']);
        let suffix = self::number(name).get(number.len()..).unwrap_or_default();
        Some((number.parse::<u32>().ok()?, suffix.to_owned()))
    };
    let (Some((to, _)), Some((from, suffix))) = (parts(code), parts(arch)) else { return true };
    match suffix.as_str() {
        _ if code.starts_with("compute_") || suffix == "a" => number(code) == number(arch),
        "f" => to / 10 == from / 10 && to >= from,
        _ => to >= from,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(arch: Option<&str>, generate: &[&str]) -> String {
        let generate: Vec<String> = generate.iter().map(|it| (*it).to_owned()).collect();
        match images(arch, &generate) {
            Ok(images) => {
                let show = |image: &ImageSpec| match &image.virtual_arch {
                    Some(arch) => format!("{}({arch})", image.code),
                    None => image.code.clone(),
                };
                images.iter().map(show).collect::<Vec<_>>().join(" ")
            }
            Err(error) => error,
        }
    }

    #[test]
    fn targets_are_those_of_nvcc() {
        for (arch, generate, expected) in [
            (None, &[][..], "sm_90a compute_90a"),
            (Some("sm_90"), &[], "sm_90 compute_90"),
            (Some("compute_90"), &[], "compute_90"),
            (None, &["arch=compute_90,code=sm_90"], "sm_90"),
            (None, &["arch=compute_90,code=[sm_90,compute_90]"], "sm_90 compute_90"),
            (None, &["arch=compute_90,code=\"sm_90,compute_90\""], "sm_90 compute_90"),
            (
                None,
                &["code=[sm_90,sm_100],arch=compute_80"],
                "sm_90(compute_80) sm_100(compute_80)",
            ),
            (None, &["arch=compute_80,code=sm_90a"], "sm_90a(compute_80)"),
            (None, &["arch=compute_100f,code=sm_103"], "sm_103(compute_100f)"),
            (None, &["arch=compute_80,code=sm_80", "arch=compute_90a,code=sm_90a"], "sm_80 sm_90a"),
            (Some("sm_80"), &["arch=compute_90,code=sm_90"], "sm_80 compute_80 sm_90"),
            (
                Some("sm_75"),
                &["arch=compute_75,code=[sm_75,compute_75]", "arch=compute_90,code=sm_90"],
                "sm_90",
            ),
        ] {
            assert_eq!(shown(arch, generate), expected, "{arch:?} {generate:?}");
        }
        let all = shown(Some("all-major"), &[]);
        assert_eq!(all, "sm_80 sm_90 sm_100 sm_110 sm_120 compute_120");
        for wrong in
            ["arch", "arch=compute_90,kode=sm_90", "code=sm_90", "arch=compute_90,code=[sm_90"]
        {
            assert!(shown(None, &[wrong]).contains("expected arch="), "{wrong}");
        }
        assert!(shown(None, &["arch=compute_90"]).contains("code= is missing"));
        for wrong in [
            "arch=compute_100,code=sm_90",
            "arch=compute_90,code=[sm_90,sm_80]",
            "arch=compute_90,code=compute_100",
            "arch=compute_90a,code=sm_90",
            "arch=compute_100a,code=sm_103",
            "arch=compute_100f,code=sm_120",
        ] {
            assert!(shown(None, &[wrong]).contains("is not made from"), "{wrong}");
        }
        assert!(shown(None, &["arch=sm_90,code=sm_90"]).contains("must be a virtual target"));
        assert!(shown(Some("sm_70"), &[]).contains("unknown target"));
        assert_eq!(
            shown(Some("sm_75"), &[]),
            "--arch=sm_75: tile code needs sm_80 or a later chip"
        );
        assert!(shown(None, &["arch=compute_75,code=sm_80"]).contains("tile code needs sm_80"));
    }
}
