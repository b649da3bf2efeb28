//! The definitions of PTX: kernels with the sizes of their parameters, and variables.
//!
//! PTX ISA, 5.1 and 11.1. Symbols of internal linkage differ from those of the host compiler: nvcc leaves the mark of
//! internal linkage out and gives unnamed namespaces a name with a hash. [`is_same`] compares without that.

/// PTX with what it defines.
pub struct SimtPtx {
    pub text: String,
    pub entries: Vec<Entry>,
    /// The variables of the device.
    pub variables: Vec<String>,
    /// Functions that another module would have to have.
    pub missing: Vec<String>,
    /// `.version`
    pub version: Option<(u32, u32)>,
}

/// A kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub symbol: String,
    /// The bytes of each parameter.
    pub parameters: Vec<u32>,
}

/// Functions of the device that the driver provides.
const OF_DRIVER: &[&str] = &["vprintf", "malloc", "free", "__assertfail", "__nv_cdp_get_version"];

impl SimtPtx {
    pub fn read(text: String) -> SimtPtx {
        let (mut entries, mut variables, mut missing, mut version) =
            (Vec::new(), Vec::new(), Vec::new(), None);
        let mut rest = text.as_str();
        while let Some(line) = rest.lines().next() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let has = |word: &str| words.contains(&word);
            if words.first() == Some(&".version") {
                version = words.get(1).and_then(|word| numbers(word));
            } else if has(".entry") {
                entries.extend(entry(rest));
            } else if words.starts_with(&[".extern", ".func"]) {
                let declared = rest.split_once(';').map_or(rest, |(declared, _)| declared);
                missing.extend(function(declared).filter(|name| !OF_DRIVER.contains(name)));
            } else if is_variable(&words) {
                variables.extend(name_of(line));
            }
            rest = rest.get(line.len() + 1..).unwrap_or_default();
        }
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        let (variables, missing) = (owned(variables), owned(missing));
        SimtPtx { text, entries, variables, missing, version }
    }

    /// Whether code mentions a variable, besides its definition.
    pub fn uses(&self, variable: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let is_whole = |at: &usize| {
            let (before, behind) = (&self.text[..*at], &self.text[at + variable.len()..]);
            !before.ends_with(is_part) && !behind.starts_with(is_part)
        };
        self.text.match_indices(variable).map(|(at, _)| at).filter(is_whole).count() > 1
    }
}

/// `9.5`
fn numbers(word: &str) -> Option<(u32, u32)> {
    let (major, minor) = word.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The kernel at whose line a text begins.
fn entry(text: &str) -> Option<Entry> {
    let (_, named) = text.split_once(".entry")?;
    let (symbol, behind) = named.split_at(named.find(['(', '\n', '{', ';'])?);
    let list = behind.strip_prefix('(').and_then(|list| list.split_once(')'));
    let list = list.map_or("", |(list, _)| list);
    let declared = list.split(',').filter(|declared| !declared.trim().is_empty());
    let parameters = declared.map(parameter_bytes).collect::<Option<_>>()?;
    Some(Entry { symbol: symbol.trim().to_owned(), parameters })
}

/// The bytes of `.param .u64 a` or `.param .align 8 .b8 a[16]`.
fn parameter_bytes(declared: &str) -> Option<u32> {
    let words = declared.split_whitespace();
    let bits = words.clone().find_map(|word| {
        let word =
            word.strip_prefix(['.']).filter(|word| word.starts_with(['b', 'u', 's', 'f']))?;
        word.get(1..)?.parse::<u32>().ok()
    })?;
    let count = match words.last()?.split_once('[') {
        Some((_, count)) => count.trim_end_matches(']').parse::<u32>().ok()?,
        None => 1,
    };
    Some(bits / 8 * count)
}

/// The function that `.extern .func (.param .b32 r) name (...)` declares.
fn function(declared: &str) -> Option<&str> {
    let (_, behind) = declared.split_once(".func")?;
    let behind = behind.trim_start();
    let behind = match behind.strip_prefix('(') {
        Some(result) => result.split_once(')')?.1,
        None => behind,
    };
    behind.split(['(', '\n']).map(str::trim).find(|name| !name.is_empty())
}

/// Whether a line defines a variable of the device.
fn is_variable(words: &[&str]) -> bool {
    const LINKAGE: &[&str] = &[".visible", ".weak", ".common"];
    let first = words.iter().find(|word| !LINKAGE.contains(word));
    matches!(first, Some(&".global" | &".const"))
}

/// `.global .align 4 .b8 name[16] = {...};`
fn name_of(line: &str) -> Option<&str> {
    let declared = line.split(['=', ';', '[']).next()?;
    // `.attribute(.managed)` and `.align 4` stand before the type and the name.
    declared.split_whitespace().last().filter(|name| !name.starts_with('.'))
}

/// Whether a symbol of the device is that of the host.
pub fn is_same(device: &str, host: &str) -> bool {
    device == host || plain(device) == plain(host)
}

/// A symbol without what stands for internal linkage.
fn plain(symbol: &str) -> String {
    let mut plain = String::with_capacity(symbol.len());
    // Clang adds a hash to what is static.
    let mut rest = symbol.split("__static__").next().unwrap_or(symbol);
    while let Some(c) = rest.chars().next() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let length = rest[..digits].parse::<usize>().ok();
        let named =
            length.and_then(|length| rest.get(digits..digits + length).map(|it| (it, length)));
        if let Some((name, length)) = named {
            match () {
                () if name.starts_with("_GLOBAL__N_") => plain.push('?'),
                () if name.starts_with("_INTERNAL_") => {}
                () => plain.push_str(&rest[..digits + length]),
            }
            rest = &rest[digits + length..];
        } else {
            let behind = &rest[c.len_utf8()..];
            if !(c == 'L' && behind.starts_with(|c: char| c.is_ascii_digit())) {
                plain.push(c);
            }
            rest = behind;
        }
    }
    // nvcc does not mangle variables of internal linkage.
    let bare =
        plain.strip_prefix("_Z").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let name = bare.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let is_alone = |name: &&str| bare.is_some_and(|bare| bare == format!("{}{name}", name.len()));
    match name.filter(is_alone) {
        Some(name) => name.to_owned(),
        None => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "//\n.version 9.5\n.target sm_90\n.address_size 64\n\
        .extern .func  (.param .b32 func_retval0) vprintf\n(\n\t.param .b64 vprintf_param_0\n)\n;\n\
        .extern .func  (.param .b32 func_retval0) __nv_sinf\n(\n\t.param .b32 a\n)\n;\n\
        .visible .global .align 4 .u32 total;\n.const .align 4 .b8 table[16];\n\
        .global .align 1 .b8 $str[4] = {37, 100, 10};\n.extern .shared .align 16 .b8 s[];\n\
        .visible .entry _Z1kIfEvPT_i4Pair(\n\t.param .u64 .ptr .align 1 a,\n\t.param .u8 b,\n\
        \t.param .align 4 .b8 c[8]\n)\n.maxntid 256, 1, 1\n{\n\tatom.global.add.u32 %r1, [total], 1;\n}\n\
        .entry empty()\n{\n\tret;\n}\n";

    #[test]
    fn definitions_are_read() {
        let ptx = SimtPtx::read(TEXT.to_owned());
        let shown = ptx.entries.iter().map(|entry| (entry.symbol.as_str(), &*entry.parameters));
        let shown: Vec<_> = shown.collect();
        assert_eq!(shown, [("_Z1kIfEvPT_i4Pair", &[8, 1, 8][..]), ("empty", &[])]);
        assert_eq!(ptx.variables, ["total", "table", "$str"]);
        assert_eq!(ptx.missing, ["__nv_sinf"]);
        assert_eq!(ptx.version, Some((9, 5)));
        assert!(ptx.uses("total") && !ptx.uses("table") && !ptx.uses("tot"));
    }

    #[test]
    fn symbols_of_internal_linkage_are_compared() {
        for (device, host, expected) in [
            ("_Z1kPi", "_Z1kPi", true),
            ("_Z2stPi", "_ZL2stPi", true),
            ("table", "_ZL5table", true),
            ("table", "_ZL5tablf", false),
            ("_ZN32_GLOBAL__N__df1040f1_4_s_cu_main2anEPi", "_ZN12_GLOBAL__N_12anEPi", true),
            ("_ZN32_GLOBAL__N__df1040f1_4_s_cu_main2anEPi", "_ZN12_GLOBAL__N_12bnEPi", false),
            (
                "_ZN31_INTERNAL_f862fc76_5_st_cu_main33_GLOBAL__N__f862fc76_5_st_cu_main3hidE",
                "_ZN12_GLOBAL__N_13hidE",
                true,
            ),
            ("_ZL5table__static__0123456789abcdef", "_ZL5table", true),
            ("_ZN2ns3visE", "_ZN2ns3visE", true),
            ("vis", "_ZN2ns3visE", false),
            ("scale", "scale", true),
        ] {
            assert_eq!(is_same(device, host), expected, "{device} {host}");
        }
    }
}
