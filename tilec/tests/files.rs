//! Files and streams, as a class: each command with each of its outputs, against each thing that an output or an input
//! can be. No output may overwrite what the command reads, no input makes it wait, and nothing that is lost is called a
//! success.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const HEADER: &str = "#define VALUE 7\n";
const SOURCE: &str = "\
#include \"h.h\"
__tile_global__ void kernel(int* in, int* out) { *out = *in + VALUE; }
";
/// One that `check --fix` fixes.
const FIXABLE: &str = "__tile_global__ void kernel(int* out) { *out = 1 }\n";
const DATA: [u8; 4] = [5, 0, 0, 0];
/// No command of this test takes as long: one that does waits for something.
const PATIENCE: Duration = Duration::from_secs(120);

/// A command that writes files. `OUT` stands for the output, what else it needs is there.
struct Row {
    name: &'static str,
    words: &'static [&'static str],
}

const OUTPUTS: &[Row] = &[
    Row { name: "ptx", words: &["build", "k.cu", "--emit", "ptx", "-o", "OUT"] },
    Row { name: "nvcc", words: &["-ptx", "k.cu", "-o", "OUT"] },
    Row { name: "tir", words: &["build", "k.cu", "--emit", "tir", "-o", "OUT"] },
    Row { name: "tilebc", words: &["build", "k.cu", "--emit", "tilebc", "-o", "OUT"] },
    Row { name: "ast", words: &["build", "k.cu", "--emit", "ast", "-o", "OUT"] },
    Row { name: "typed", words: &["build", "k.cu", "--emit", "typed", "-o", "OUT"] },
    Row { name: "preprocessed", words: &["build", "k.cu", "--emit", "preprocessed", "-o", "OUT"] },
    Row { name: "header", words: &["build", "k.cu", "--emit", "header", "-o", "OUT"] },
    Row {
        name: "fatbin",
        words: &["build", "k.cu", "--emit", "fatbin", "--arch=compute_90", "-o", "OUT"],
    },
    Row { name: "metadata", words: &["build", "k.cu", "--emit", "metadata", "-o", "OUT"] },
    Row { name: "rule", words: &["build", "k.cu", "-MD", "-MF", "OUT", "-o", "/dev/null"] },
    Row { name: "rule of -o", words: &["build", "k.cu", "-M", "-o", "OUT"] },
    Row { name: "rule of -M", words: &["build", "k.cu", "-MM", "-MF", "OUT"] },
    Row {
        name: "run",
        words: &[
            "run",
            "k.cu",
            "--kernel",
            "kernel",
            "--device",
            "cpu",
            "--arg",
            "i32[1]=@in.bin",
            "--arg",
            "out:i32[1]>OUT",
        ],
    },
    Row {
        name: "run of an object",
        words: &[
            "run",
            "k.cu",
            "--kernel",
            "kernel",
            "--device",
            "cpu",
            "--arg",
            "i32[1]=@in.bin>OUT",
            "--arg",
            "out:i32[1]",
        ],
    },
    Row {
        name: "cost",
        words: &[
            "cost",
            "k.cu",
            "--kernel",
            "kernel",
            "--arg",
            "i32[1]",
            "--arg",
            "out:i32[1]",
            "-o",
            "OUT",
        ],
    },
    Row {
        name: "draw",
        words: &[
            "draw",
            "timeline",
            "k.cu",
            "--kernel",
            "kernel",
            "--arg",
            "i32[1]",
            "--arg",
            "out:i32[1]",
            "-o",
            "OUT",
        ],
    },
    Row {
        name: "tune",
        words: &[
            "tune",
            "k.cu",
            "--kernel",
            "kernel",
            "--device",
            "cpu",
            "--rounds",
            "1",
            "--arg",
            "i32[1]=@in.bin",
            "--arg",
            "out:i32[1]",
            "--format",
            "name",
            "-o",
            "OUT",
        ],
    },
];

/// Commands that write to standard output.
const PRINTS: &[&[&str]] = &[
    &["build", "k.cu"],
    &["build", "k.cu", "-o", "/dev/stdout"],
    &["build", "k.cu", "--emit", "tir"],
    &["build", "k.cu", "--emit", "tilebc"],
    &["build", "k.cu", "--emit", "header"],
    &["build", "k.cu", "--emit", "metadata"],
    &["build", "k.cu", "--emit", "preprocessed"],
    &["build", "k.cu", "-M"],
    &["build", "k.cu", "-MD", "-MF", "-", "-o", "/dev/null"],
    &[
        "run",
        "k.cu",
        "--kernel",
        "kernel",
        "--device",
        "cpu",
        "--arg",
        "i32[1]",
        "--arg",
        "out:i32[1]>-",
    ],
    &["run", "p.cu", "--kernel", "prints", "--device", "cpu"],
    &["cost", "k.cu", "--kernel", "kernel", "--arg", "i32[1]", "--arg", "out:i32[1]"],
    &["draw", "timeline", "k.cu", "--kernel", "kernel", "--arg", "i32[1]", "--arg", "out:i32[1]"],
    &[
        "tune",
        "k.cu",
        "--kernel",
        "kernel",
        "--device",
        "cpu",
        "--rounds",
        "1",
        "--arg",
        "i32[1]",
        "--arg",
        "out:i32[1]",
    ],
    &["check", "fix.cu", "--fix"],
    &["explain", "E0803"],
    &["doctor"],
    &["generate", "bash"],
    &["generate", "man"],
    &["--help"],
    &["--version"],
    &["build", "--help"],
];

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name));
        let _ = fs::remove_dir_all(&folder.0);
        fs::create_dir_all(&folder.0).expect("a folder");
        folder.write("k.cu", SOURCE.as_bytes());
        folder.write("h.h", HEADER.as_bytes());
        folder.write("in.bin", &DATA);
        folder.write("fix.cu", FIXABLE.as_bytes());
        folder.write("p.cu", b"__tile_global__ void prints() { printf(\"text\"); }\n");
        folder
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: impl AsRef<Path>, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("a file");
    }

    fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_default()
    }

    fn fifo(&self, name: &str) {
        let made = Command::new("mkfifo").arg(self.path(name)).status().expect("mkfifo runs");
        assert!(made.success(), "mkfifo {name}");
    }

    fn command(&self, words: &[OsString]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilec"));
        command.args(words).current_dir(&self.0);
        command.env("XDG_CACHE_HOME", self.path("cache")).env_remove("TILEC_CACHE");
        command.stdin(Stdio::null());
        command
    }

    fn run(&self, words: &[OsString]) -> Done {
        let mut command = self.command(words);
        wait(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"))
    }

    /// The names of the folder, to find what is left behind.
    fn names(&self) -> Vec<OsString> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    }
}

struct Done {
    code: Option<i32>,
    err: String,
}

/// The end of a process, which must not wait for what never comes.
fn wait(mut child: Child) -> Done {
    let reader = |stream: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            stream.map(|mut stream| stream.read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let out = reader(child.stdout.take().map(|out| Box::new(out) as _));
    let err = reader(child.stderr.take().map(|err| Box::new(err) as _));
    let start = Instant::now();
    let code = loop {
        match child.try_wait().expect("a child") {
            Some(status) => break status.code(),
            None if start.elapsed() > PATIENCE => {
                let _ = child.kill();
                panic!("the command waits");
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let _ = out.join();
    Done { code, err: err.join().expect("text") }
}

fn words(line: &[&str]) -> Vec<OsString> {
    line.iter().map(OsString::from).collect()
}

/// The words of a row with a name in the place of `OUT`.
fn with_output(row: &Row, name: &OsStr) -> Vec<OsString> {
    let replace = |word: &&str| match word.strip_suffix("OUT") {
        Some(before) => {
            let mut word = OsString::from(before);
            word.push(name);
            word
        }
        None => OsString::from(word),
    };
    row.words.iter().map(replace).collect()
}

#[test]
fn no_output_overwrites_what_is_read() {
    let folder = Folder::new("inputs");
    fs::create_dir(folder.path("sub")).expect("a folder");
    let inputs: &[(&str, &[u8])] =
        &[("k.cu", SOURCE.as_bytes()), ("h.h", HEADER.as_bytes()), ("in.bin", &DATA)];
    for &(input, bytes) in inputs {
        let (link, hard, chain) =
            (format!("link-{input}"), format!("hard-{input}"), format!("chain-{input}"));
        symlink(input, folder.path(&link)).expect("a link");
        symlink(&link, folder.path(&chain)).expect("a link");
        fs::hard_link(folder.path(input), folder.path(&hard)).expect("a link");
        let absolute = folder.path(input).to_string_lossy().into_owned();
        let names = [
            input.to_owned(),
            format!("./{input}"),
            format!("sub/../{input}"),
            link,
            chain,
            hard,
            absolute,
        ];
        for row in OUTPUTS {
            // The other rows do not read it.
            let reads_data = row.words.iter().any(|word| word.contains("in.bin"));
            if input == "in.bin" && !reads_data {
                continue;
            }
            for name in &names {
                let done = folder.run(&with_output(row, OsStr::new(name)));
                let what = format!("{} onto {name}: {:?} {}", row.name, done.code, done.err);
                assert!(done.code == Some(1) && done.err.contains("E0806"), "{what}");
                assert_eq!(folder.read(input), bytes, "{what}");
            }
        }
    }
}

#[test]
fn two_outputs_are_two_files() {
    let folder = Folder::new("two");
    symlink("o.ptx", folder.path("link")).expect("a link");
    for rule in ["o.ptx", "./o.ptx", "link"] {
        let done = folder.run(&words(&["build", "k.cu", "-o", "o.ptx", "-MD", "-MF", rule]));
        assert!(done.code == Some(1) && done.err.contains("E0806"), "{rule}: {}", done.err);
        assert!(!folder.path("o.ptx").exists());
    }
    // Two sources of one name, and one rule for both.
    for (folder_name, text) in [("a", SOURCE), ("b", SOURCE)] {
        fs::create_dir(folder.path(folder_name)).expect("a folder");
        folder.write(format!("{folder_name}/k.cu"), text.as_bytes());
    }
    folder.write("other.cu", SOURCE.as_bytes());
    for line in
        [&["-ptx", "a/k.cu", "b/k.cu"][..], &["-ptx", "k.cu", "other.cu", "-MD", "-MF", "k.d"]]
    {
        let done = folder.run(&words(line));
        assert!(done.code == Some(1) && done.err.contains("E0806"), "{line:?}: {}", done.err);
        assert!(!folder.path("k.ptx").exists() && !folder.path("k.d").exists(), "{line:?}");
    }
    let done = folder.run(&words(&["build", "k.cu", "-o", "-", "-MD", "-MF", "-"]));
    assert_eq!(done.code, Some(0), "{}", done.err);
}

/// What is made of each output, for each thing that may be in its place.
#[test]
fn outputs_are_whole_and_keep_what_they_are() {
    let folder = Folder::new("outputs");
    let target = folder.path("real/target");
    for row in OUTPUTS {
        let _ = fs::remove_dir_all(folder.path("real"));
        let _ = fs::remove_file(folder.path("link"));
        fs::create_dir(folder.path("real")).expect("a folder");
        let before = folder.names();
        let run = |name: &str| {
            let done = folder.run(&with_output(row, OsStr::new(name)));
            assert_eq!(done.code, Some(0), "{} to {name}: {}", row.name, done.err);
        };
        // A new file, over an old one with its permissions, and through links, also one to nothing.
        run("real/new");
        let made = folder.read("real/new");
        assert!(!made.is_empty(), "{}", row.name);
        symlink("real/target", folder.path("link")).expect("a link");
        let is_header = row.name == "header";
        run("link");
        assert!(is_header || folder.read("real/target") == made, "{}", row.name);
        fs::write(&target, "old").expect("a file");
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("permissions");
        run("link");
        assert!(is_header || folder.read("real/target") == made, "{}", row.name);
        assert!(fs::symlink_metadata(folder.path("link")).expect("a link").is_symlink());
        assert_eq!(fs::metadata(&target).expect("a file").mode() & 0o7777, 0o640, "{}", row.name);
        // A name as long as a name can be has room for no ending.
        run(&"x".repeat(255));
        fs::remove_file(folder.path("x".repeat(255))).expect("it was made");
        run("/dev/null");
        run("/dev/stderr");
        if !matches!(row.name, "tune" | "fatbin") {
            run("-");
        }
        // What cannot be written is told, and nothing is left behind.
        let bad = ["real", "real/no/such", "", "loop", "/dev/full"];
        symlink("loop", folder.path("loop")).expect("a link");
        for name in bad.into_iter().filter(|name| !name.is_empty() || !row.words.contains(&"-M")) {
            let done = folder.run(&with_output(row, OsStr::new(name)));
            let is_told = done.err.contains("E0807") || done.code == Some(2);
            let what = format!("{} to {name:?}: {:?} {}", row.name, done.code, done.err);
            assert!(matches!(done.code, Some(1 | 2)) && is_told, "{what}");
        }
        for name in ["link", "loop"] {
            fs::remove_file(folder.path(name)).expect("a link");
        }
        let cache = |names: Vec<OsString>| {
            names.into_iter().filter(|name| name != "cache").collect::<Vec<_>>()
        };
        assert_eq!(cache(folder.names()), cache(before), "{}", row.name);
    }
}

/// Names that are not UTF-8, in the place of each word of each command.
#[test]
fn arguments_may_be_any_bytes() {
    let folder = Folder::new("bytes");
    let name = OsStr::from_bytes(b"a\xff\xfe.cu");
    folder.write(name, SOURCE.as_bytes());
    let before = folder.names().len();
    let lines = OUTPUTS.iter().map(|row| row.words).chain(PRINTS.iter().copied());
    for line in lines {
        for index in 0..=line.len() {
            let mut words = words(line);
            words.insert(index, name.to_owned());
            words.iter_mut().for_each(|word| {
                if word == "OUT" {
                    *word = "/dev/null".into();
                }
            });
            let done = folder.run(&words);
            let what = format!("{words:?}: {:?} {}", done.code, done.err);
            assert!(matches!(done.code, Some(1 | 2)), "{what}");
            assert!(!done.err.contains("panicked"), "{what}");
        }
    }
    for option in ["-I", "-D", "-o", "--arch=", "-W", "-MF", "--include="] {
        let mut word = OsString::from(option);
        word.push(OsStr::from_bytes(b"\xc3\x28"));
        let done = folder.run(&[OsString::from("build"), word, "k.cu".into()]);
        assert!(done.code == Some(2) && done.err.contains("UTF-8"), "{option}: {}", done.err);
    }
    assert_eq!(folder.names().len(), before);
}

/// Inputs that are not regular files: no command waits for them or reads them without end.
#[test]
fn only_regular_files_are_read() {
    let folder = Folder::new("special");
    folder.fifo("fifo");
    folder.fifo("fifo.tir");
    folder.fifo("fifo.tilebc");
    fs::create_dir(folder.path("dir")).expect("a folder");
    let run = ["run", "k.cu", "--kernel", "kernel", "--device", "cpu", "--arg"];
    for (input, what) in [
        ("fifo", "a FIFO"),
        ("fifo.tir", "a FIFO"),
        ("fifo.tilebc", "a FIFO"),
        ("/dev/zero", "a device"),
        ("/dev/null", "a device"),
        ("dir", "a directory"),
        ("missing", "no such file"),
    ] {
        let is_told = |line: &[&str], code: &str| {
            let done = folder.run(&words(line));
            let shown = format!("{line:?}: {:?} {}", done.code, done.err);
            assert!(matches!(done.code, Some(1 | 2)), "{shown}");
            assert!(done.err.contains(code) && done.err.contains(what), "{shown}");
        };
        is_told(&["check", input], "E0");
        is_told(&["check", "k.cu", input], "E0");
        is_told(&["check", "--fix", input], "E0");
        is_told(&["build", input], "E0");
        is_told(&["build", input, "-M"], "E0");
        is_told(&["build", &format!("@{input}")], "E0803");
        is_told(&["run", input, "--kernel", "kernel"], "E0");
        is_told(&["tune", input, "--kernel", "kernel"], "E0803");
        is_told(&[&run[..], &[&format!("i32[1]=@{input}")]].concat(), "E0803");
        if input.contains('.') || what.contains("no such") {
            continue;
        }
        is_told(&["check", "k.cu", &format!("--include={input}")], "E0");
        for include in [format!("\"{input}\""), format!("<{input}>")] {
            let is_quoted = include.starts_with('"');
            folder.write("i.cu", format!("#include {include}\n").as_bytes());
            if is_quoted || what != "a directory" {
                is_told(&["check", "-I.", "i.cu"], "E0");
            }
        }
        folder.write(
            "i.cu",
            format!("#if __has_include(\"{input}\")\n#error it is read\n#endif\n").as_bytes(),
        );
        assert_eq!(folder.run(&words(&["check", "i.cu"])).code, Some(0), "{input}");
    }
    // A project's file, in the folder of the source and above it.
    fs::create_dir(folder.path("project")).expect("a folder");
    folder.write("project/k.cu", b"__tile_global__ void kernel(int* out) { *out = 1; }\n");
    folder.fifo("project/tilec.toml");
    for command in ["check", "build"] {
        let done = folder.run(&words(&[command, "project/k.cu"]));
        let shown = format!("{command}: {:?} {}", done.code, done.err);
        assert!(done.code == Some(2) && done.err.contains("a FIFO"), "{shown}");
    }
    // A shell's `<(command)`, and a pipe on standard input.
    let script = format!("{} check <(echo 'int x;')", env!("CARGO_BIN_EXE_tilec"));
    let bash = Command::new("bash").args(["-c", &script]).stderr(Stdio::piped()).spawn();
    let done = wait(bash.expect("bash runs"));
    assert!(
        done.code == Some(1) && done.err.contains("write what it gives into a file"),
        "{}",
        done.err
    );
    let mut piped = folder.command(&words(&["check", "/dev/stdin"]));
    let piped = piped.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    assert_eq!(wait(piped).code, Some(1));
}

/// Sources and headers of any bytes.
#[test]
fn sources_may_be_any_bytes() {
    let folder = Folder::new("sources");
    folder.write("latin.h", b"// caf\xe9\n#define NAME \"\xe9\"\n");
    for text in [
        &b"// caf\xe9\n__tile_global__ void k(int* p) { *p = 1; }\n"[..],
        b"#include \"latin.h\"\n__tile_global__ void k(int* p) { *p = 1; }\n",
        b"\xff\xfe\x00i\x00n\x00t",
        b"#include \"\xe9.h\"\n",
        b"int \xe9\xe9;\n",
        b"int a;\0int b;\n",
        b"",
        b"\n\\",
    ] {
        folder.write("bytes.cu", text);
        for line in [
            &["check", "bytes.cu"][..],
            &["build", "bytes.cu"],
            &["check", "--fix=all", "bytes.cu"],
        ] {
            let done = folder.run(&words(line));
            assert!(
                matches!(done.code, Some(0..=2)),
                "{line:?} {text:?}: {:?} {}",
                done.code,
                done.err
            );
        }
        assert_eq!(folder.read("bytes.cu"), text, "a file that is not UTF-8 is not rewritten");
    }
}

/// Standard output and standard error that take nothing.
#[test]
fn what_cannot_be_printed_is_no_success() {
    let folder = Folder::new("streams");
    let full =
        || Stdio::from(fs::File::options().write(true).open("/dev/full").expect("/dev/full"));
    // The reading end is gone before the command begins.
    let broken = || {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        Stdio::from(writer)
    };
    for line in PRINTS {
        for (name, stdout) in [("full", full()), ("broken", broken())] {
            folder.write("fix.cu", FIXABLE.as_bytes());
            let mut command = folder.command(&words(line));
            let child = command.stdout(stdout).stderr(Stdio::piped()).spawn().expect("it starts");
            let done = wait(child);
            let what = format!("{line:?} to a {name} stream: {:?} {}", done.code, done.err);
            assert!(matches!(done.code, Some(1 | 2)), "{what}");
            assert!(!done.err.contains("panicked"), "{what}");
        }
        // Closed streams are those of /dev/null.
        let script = format!("{} \"$@\" >&- 2>&-", env!("CARGO_BIN_EXE_tilec"));
        let mut closed = Command::new("sh");
        closed.args(["-c", &script, "sh"]).args(*line).current_dir(&folder.0);
        let done = wait(closed.spawn().expect("sh runs"));
        assert!(matches!(done.code, Some(0..=2)), "{line:?} closed: {:?}", done.code);
    }
    // Diagnostics that are lost, in each format; warnings too.
    folder.write("e.cu", b"int x = y;\n__tile_global__ void k(int* p) { *p = z; }\n");
    folder.write("w.cu", b"template <int N> __tile_global__ void k(int* p) { *p = N; }\n");
    for file in ["e.cu", "w.cu"] {
        for format in ["human", "short", "json", "sarif"] {
            for (name, stderr) in [("full", full()), ("broken", broken())] {
                let line = ["check", "--error-format", format, file];
                let line =
                    if file == "w.cu" { ["build", "--error-format", format, file] } else { line };
                let mut command = folder.command(&words(&line));
                let child =
                    command.stdout(Stdio::null()).stderr(stderr).spawn().expect("it starts");
                assert_eq!(wait(child).code, Some(1), "{line:?} to a {name} stream");
            }
        }
    }
    for line in
        [&["explain", "nonsense"][..], &["check"], &["nonsense"], &["build", "no.cu"], &["lsp"]]
    {
        let mut command = folder.command(&words(line));
        let child = command.stdout(full()).stderr(full()).spawn().expect("it starts");
        assert!(matches!(wait(child).code, Some(1 | 2)), "{line:?}");
    }
}

/// The server goes when its editor has gone.
#[test]
fn the_server_ends_with_its_output() {
    let folder = Folder::new("server");
    for output in ["full", "broken"] {
        let stdout = match output {
            "full" => {
                Stdio::from(fs::File::options().write(true).open("/dev/full").expect("it is there"))
            }
            _ => Stdio::from(std::io::pipe().expect("a pipe").1),
        };
        let mut command = folder.command(&words(&["lsp"]));
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(stdout)
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let message =
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
        let mut input = child.stdin.take().expect("a pipe");
        for _ in 0..3 {
            let _ = write!(input, "Content-Length: {}\r\n\r\n{message}", message.len());
        }
        drop(input);
        let done = wait(child);
        let what = format!("{output}: {:?} {}", done.code, done.err);
        assert!(
            done.code.is_some() && done.code != Some(101) && !done.err.contains("panicked"),
            "{what}"
        );
    }
}

/// Fixes go to the file that a link points at, with its permissions.
#[test]
fn fixes_are_written_through_links() {
    let folder = Folder::new("fixes");
    fs::set_permissions(folder.path("fix.cu"), fs::Permissions::from_mode(0o600))
        .expect("permissions");
    symlink("fix.cu", folder.path("link.cu")).expect("a link");
    let done = folder.run(&words(&["check", "--fix", "link.cu"]));
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(fs::symlink_metadata(folder.path("link.cu")).expect("a link").is_symlink());
    assert_ne!(folder.read("fix.cu"), FIXABLE.as_bytes());
    assert_eq!(fs::metadata(folder.path("fix.cu")).expect("a file").mode() & 0o7777, 0o600);
}

/// A folder that takes no new file: what is there is written in its place.
#[test]
fn a_file_in_a_closed_folder_is_written_in_its_place() {
    let folder = Folder::new("closed");
    fs::create_dir(folder.path("out")).expect("a folder");
    folder.write("out/o.ptx", &vec![b'x'; 1 << 20]);
    fs::set_permissions(folder.path("out"), fs::Permissions::from_mode(0o555))
        .expect("permissions");
    let done = folder.run(&words(&["build", "k.cu", "-o", "out/o.ptx"]));
    let made = folder.read("out/o.ptx");
    fs::set_permissions(folder.path("out"), fs::Permissions::from_mode(0o755))
        .expect("permissions");
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(made.starts_with(b".version") && made.ends_with(b"\n"), "{} bytes", made.len());
    // The PTX is shorter than what was there.
    assert!(made.len() < 1 << 20);
}

/// An output that has no room leaves what was there.
#[test]
fn a_failure_keeps_the_old_file() {
    let folder = Folder::new("kept");
    folder.write("o.ptx", b"old");
    // Blocks of 512 bytes that a file of the process may have: the PTX needs more.
    let script = format!(
        "trap '' XFSZ; ulimit -f 0; exec {} build k.cu -o o.ptx",
        env!("CARGO_BIN_EXE_tilec")
    );
    let shell = Command::new("sh")
        .args(["-c", &script])
        .current_dir(&folder.0)
        .stderr(Stdio::piped())
        .spawn();
    let done = wait(shell.expect("sh runs"));
    assert!(done.code == Some(1) && done.err.contains("E0807"), "{:?} {}", done.code, done.err);
    assert_eq!(folder.read("o.ptx"), b"old");
    assert!(!folder.names().iter().any(|name| name.to_string_lossy().ends_with(".tmp")));
}

/// The memory of a check of many files is that of the largest.
#[test]
fn memory_is_that_of_the_largest_file() {
    let folder = Folder::new("memory");
    folder.write("one.cu", format!("#include \"cuda_tile.h\"\n{SOURCE}").as_bytes());
    let peak = |count: usize| {
        let mut line = vec!["check"];
        line.resize(count + 1, "one.cu");
        let mut child = folder.command(&words(&line)).spawn().expect("it starts");
        let status = format!("/proc/{}/status", child.id());
        let mut peak = 0;
        while child.try_wait().expect("a child").is_none() {
            let text = fs::read_to_string(&status).unwrap_or_default();
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let found = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
            peak = found.unwrap_or(0).max(peak);
            std::thread::sleep(Duration::from_micros(500));
        }
        peak
    };
    let (few, many) = (peak(4), peak(64));
    assert!(few > 0 && many > 0, "nothing was measured: {few}, {many}");
    assert!(many < few * 3 / 2 + 4096, "4 files take {few} KiB, 64 files {many} KiB");
}
