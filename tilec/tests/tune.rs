//! `tilec tune` as people and scripts use it, on the CPU device: which candidates there are, which are
//! compared, measured and left out, what is written, what is kept, and the library's call.

#![expect(clippy::disallowed_methods, reason = "tests of a program with files and arguments")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, str};

use serde_json::Value;
use tilec::{Fate, Known, Tune};

#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

/// Each block adds `Block * Unroll` numbers. `Trick` makes one wrong.
const KERNEL: &str = "\
#include \"cuda_tile.h\"
namespace ct = cuda::tiles;
template <int Block, int Unroll = 1, int Trick = 0>
__tile_global__ void add(const float* a, const float* b, float* c, int n) {
    static_assert(Block <= 64, \"too large\");
    ct::partition_view va{ct::tensor_span{a, ct::extents{n}}, ct::shape<Block>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n}}, ct::shape<Block>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{n}}, ct::shape<Block>{}};
    for (int u = 0; u < Unroll; ++u) {
        int i = ct::bid().x * Unroll + u;
        vc.store_masked(va.load_masked(i) + vb.load_masked(i) + float(Trick), i);
    }
}
template __tile_global__ void add<8>(const float*, const float*, float*, int);
template <class T> __tile_global__ void twice(T* x, int* counts) { *x = *x + *x; *counts = 1; }
__tile_global__ void plain(int* out, int n) { out[n] = n; }
";

const ADD: &str =
    "--arg f32[250]=iota --arg f32[250]=iota*2 --arg out:f32[250] --arg i32=250 --rounds 4";

struct Folder(PathBuf);

struct Done {
    code: i32,
    out: String,
    err: String,
}

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join("tune").join(name));
        let _ = fs::remove_dir_all(&folder.0);
        fs::create_dir_all(&folder.0).expect("a folder");
        fs::write(folder.0.join("k.cu"), KERNEL).expect("a file");
        folder
    }

    /// Runs `tilec COMMAND`; words in quotes are one.
    fn run(&self, line: &str) -> Done {
        let parts = line.split('\'').enumerate();
        let words = parts.flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        let output = Command::new(env!("CARGO_BIN_EXE_tilec"))
            .args(words)
            .current_dir(&self.0)
            .env_remove("TILEC_CACHE")
            .env("XDG_CACHE_HOME", self.0.join("caches"))
            .output()
            .expect("the program was built");
        let text = |bytes: &[u8]| str::from_utf8(bytes).expect("text").to_owned();
        let code = output.status.code().unwrap_or(-1);
        Done { code, out: text(&output.stdout), err: text(&output.stderr) }
    }

    fn tune(&self, options: &str) -> Done {
        self.run(&format!("tune k.cu --device cpu {options}"))
    }

    #[track_caller]
    fn json(&self, options: &str) -> Value {
        let done = self.tune(&format!("{options} --format json"));
        assert!(done.err.is_empty(), "{}", done.err);
        serde_json::from_str(&done.out).unwrap_or_else(|error| panic!("{error}: {}", done.out))
    }

    #[track_caller]
    fn fails(&self, options: &str, expected: &str) {
        let done = self.tune(options);
        assert_eq!(done.code, 2, "{}{}", done.out, done.err);
        assert!(done.err.contains(expected), "{options}: {}", done.err);
    }
}

fn column<'v>(outcome: &'v Value, key: &str) -> Vec<&'v str> {
    let list = outcome["candidates"].as_array().expect("candidates");
    list.iter().map(|candidate| candidate[key].as_str().expect(key)).collect()
}

#[test]
fn candidates_are_tried_in_their_order() {
    let folder = Folder::new("order");
    let options = format!(
        "--kernel add --param Block=16..128*2 --param Unroll=1,2 --where 'Block * Unroll != 32' \
         --grid 'cdiv(250, Block * Unroll)' {ADD}"
    );
    let outcome = folder.json(&options);
    let names =
        ["add<16, 1>", "add<32, 2>", "add<64, 1>", "add<64, 2>", "add<128, 1>", "add<128, 2>"];
    assert_eq!(column(&outcome, "kernel"), names);
    assert_eq!(outcome["candidates"][1]["grid"], serde_json::json!([4, 1, 1]));
    assert_eq!(outcome["candidates"][1]["parameters"]["Unroll"], "2");
    assert_eq!(outcome["device"], "CPU");
    for (index, status) in column(&outcome, "status").into_iter().enumerate() {
        match index {
            0..4 => assert!(["measured", "hopeless"].contains(&status), "{status}"),
            _ => assert_eq!(status, "refused"),
        }
    }
    let message = outcome["candidates"][4]["message"].as_str().expect("why");
    assert!(message.contains("E0315") && message.contains("too large"), "{message}");
    // The best is the first with the smallest median of its turns.
    let median = |candidate: &Value| candidate["median"].as_f64().unwrap_or(f64::INFINITY);
    let all = outcome["candidates"].as_array().expect("candidates");
    let is_measured = |it: &&Value| it["status"] == "measured";
    let least = all.iter().filter(is_measured).map(median).fold(f64::INFINITY, f64::min);
    assert_eq!(median(&outcome["best"]), least);
    for candidate in &all[..4] {
        let turns = candidate["turns"].as_array().expect("turns");
        let mut turns: Vec<f64> = turns.iter().filter_map(Value::as_f64).collect();
        turns.sort_by(f64::total_cmp);
        let (lower, upper) = (turns[(turns.len() - 1) / 2], turns[turns.len() / 2]);
        assert!((median(candidate) - f64::midpoint(lower, upper)).abs() < 1e-9);
        assert_eq!(turns.len(), if candidate["status"] == "measured" { 4 } else { 3 });
    }
    // The table has the same lines.
    let table = folder.tune(&options).out;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "CPU, known");
    assert_eq!(lines.len(), 7, "{table}");
    assert!(lines[1..].iter().zip(names).all(|(line, name)| line.starts_with(name)), "{table}");
    assert_eq!(table.matches("best").count(), 1, "{table}");
}

#[test]
fn results_are_kept_until_something_changes() {
    let folder = Folder::new("cache");
    let options = format!("--kernel 'add<B>' --param B=16,32 --grid 'cdiv(250, B)' {ADD}");
    let first = folder.json(&options);
    assert_eq!(first["is_cached"], false);
    let again = folder.json(&options);
    assert_eq!(again["is_cached"], true);
    assert_eq!(again["candidates"], first["candidates"]);
    assert_eq!(folder.json(&format!("{options} --fresh"))["is_cached"], false);
    // Another argument, another value, another source.
    assert_eq!(folder.json(&options.replace("iota*2", "iota*3"))["is_cached"], false);
    assert_eq!(folder.json(&options.replace("16,32", "16,64"))["is_cached"], false);
    fs::write(folder.0.join("k.cu"), KERNEL.replace("too large", "large")).expect("a file");
    assert_eq!(folder.json(&options)["is_cached"], false);
    // What a file holds counts, not its name.
    fs::write(folder.0.join("a.bin"), [0; 1000]).expect("a file");
    let options = options.replace("f32[250]=iota ", "f32[250]=@a.bin ");
    assert_eq!(folder.json(&options)["is_cached"], false);
    assert_eq!(folder.json(&options)["is_cached"], true);
    fs::write(folder.0.join("a.bin"), [1; 1000]).expect("a file");
    assert_eq!(folder.json(&options)["is_cached"], false);
}

#[test]
fn what_computes_something_else_is_never_the_best() {
    let folder = Folder::new("wrong");
    // The second leaves half of the output alone, the third adds one.
    let options = format!(
        "--kernel 'add<Block, 1, Trick>' --param Block=16,8 --param Trick=0,1 --grid 16 {ADD}"
    );
    let outcome = folder.json(&options);
    let names = ["add<16, 1, 0>", "add<16, 1, 1>", "add<8, 1, 0>", "add<8, 1, 1>"];
    assert_eq!(column(&outcome, "kernel"), names);
    let statuses = column(&outcome, "status");
    assert_eq!(statuses, ["measured", "differs", "differs", "differs"]);
    assert_eq!(outcome["best"]["kernel"], "add<16, 1, 0>");
    let message = |index: usize| outcome["candidates"][index]["message"].as_str().unwrap_or("");
    assert!(message(1).contains("element 0 is 1, not 0; "), "{}", message(1));
    assert!(message(2).contains("element 128 is -431602080, not 384; 122 "), "{}", message(2));
    // Compared with another device it is the same here; a tolerance lets the third pass.
    let options = options.replace("16,8", "16");
    let loose = folder.json(&format!("{options} --compare-with-cpu --tolerance 2"));
    assert!(!column(&loose, "status").contains(&"differs"));
}

#[test]
fn a_kernel_that_changes_its_input_starts_anew_each_time() {
    let folder = Folder::new("inout");
    let line = "--kernel 'twice<T>' --param T=float,int --arg i32[1]=[3] --arg i32[1] --rounds 2";
    let outcome = folder.json(line);
    // 3 as a float's bits, doubled, are those of 6.
    assert!(!column(&outcome, "status").contains(&"differs"), "{outcome}");
}

#[test]
fn arguments_depend_on_parameters() {
    let folder = Folder::new("arguments");
    // The parameter is not a template argument here.
    let line = "--kernel plain --param N=3,7 --arg 'out:i32[%{N + 1}]=zeros' --arg i32=%{N}";
    let outcome = folder.json(line);
    assert!(!column(&outcome, "status").contains(&"differs"), "{outcome}");
    assert_eq!(column(&outcome, "kernel"), ["plain", "plain"]);
    // Too small for the second: it does not run.
    let line = line.replace("%{N + 1}", "4");
    let outcome = folder.json(&line);
    assert_eq!(column(&outcome, "status"), ["measured", "failed"]);
}

#[test]
fn the_name_of_the_best_is_what_a_build_takes() {
    let folder = Folder::new("name");
    let options = format!("--kernel add --param Block=32 --grid 'cdiv(250, Block)' {ADD}");
    let name = folder.tune(&format!("{options} --format name")).out;
    assert_eq!(name, "add<32>\n");
    let built = folder.run(&format!("build k.cu --kernel '{}'", name.trim()));
    assert!(built.out.contains(".entry _Z3addILi32ELi1ELi0EEvPKfS1_Pfi("), "{}", built.err);
    let to_file = folder.tune(&format!("{options} --format json -o t.json"));
    assert!(to_file.out.is_empty() && to_file.code == 0);
    let written = fs::read_to_string(folder.0.join("t.json")).expect("written");
    assert!(written.contains("\"add<32>\""), "{written}");
}

#[test]
fn mistakes_are_told() {
    let folder = Folder::new("mistakes");
    folder.fails("--kernel add --param Block", "NAME=VALUES");
    folder.fails(
        "--kernel add --param Blok=1 --grid Blok",
        "`add` is given with --param: Block, Unroll",
    );
    folder.fails("--kernel add --param Unroll=1", "`Block` of `add` comes before `Unroll`");
    folder.fails("--kernel add --param Block=8 --param N=1", "--param N: `add<Block>` has no such");
    folder.fails("--kernel add --param Block=8 --param Block=9", "--param Block is given twice");
    folder.fails("--kernel add --param Block=8 --where Block>8", "no candidate meets");
    folder.fails("--kernel add --param Block=8 --where Blok", "`Blok` is not a parameter");
    folder.fails("--kernel add --param Block=8 --grid 'Block - 8'", "at least one block");
    folder.fails("--kernel add --param Block=1..9999", "more than");
    folder.fails("--kernel add --param Block=8 --arg x32=1", "no type `x32`");
    let done = folder.run("tune none.cu --kernel k --device cpu");
    assert_eq!(
        (done.code, done.err.as_str()),
        (2, "tilec: E0803: cannot read none.cu: there is no such file\n")
    );
    // Where nothing runs the reason is told once more.
    let done = folder.tune("--kernel none --param N=1 --grid N");
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("no candidate of `none` ran; `none`: E0"), "{}", done.err);
    assert!(done.err.contains("tilec build k.cu --kernel 'none'"), "{}", done.err);
    let done = folder.tune("--kernel add --param Block=8 --arg i32=1");
    assert!(done.code == 1 && done.err.contains("argument 0 has 4 bytes"), "{}", done.err);
}

#[test]
fn a_program_tunes_its_kernels() {
    let folder = Folder::new("library");
    let file = folder.0.join("k.cu");
    let outcome = Tune {
        parameters: vec!["B=16,32,128".parse().expect("right")],
        grid: "cdiv(250, B)".into(),
        arguments: ["f32[250]=iota", "f32[250]=iota", "out:f32[250]", "i32=250"]
            .map(String::from)
            .to_vec(),
        device: Some(tilec::cli::DeviceKind::Cpu),
        rounds: 1,
        known: Known::Ignore,
        ..Tune::new(file.to_str().expect("a path"), "add<B>")
    };
    let outcome = outcome.run().expect("it makes sense");
    let best = outcome.best().expect("one ran");
    assert!(["add<16>", "add<32>"].contains(&best.kernel.as_str()), "{best:?}");
    assert_eq!(outcome.candidates.len(), 3);
    assert!(matches!(outcome.candidates[2].fate, Fate::Refused { .. }), "{outcome:?}");
}

/// What Python's validator says of the JSON.
#[test]
fn json_is_as_the_schema_says() {
    let folder = Folder::new("schema");
    let has_validator = Command::new("python3")
        .args(["-c", "import jsonschema"])
        .output()
        .is_ok_and(|o| o.status.success());
    if !has_validator {
        skip("jsonschema of Python is not here");
        return;
    }
    let options = format!("--kernel add --param Block=8,16,128 --grid 20 {ADD} --format json");
    let json = folder.tune(&options).out;
    // One that has no best.
    let none = folder.tune("--kernel add --param Block=128 --format json").out;
    let broken = json.replace("\"refused\"", "\"lost\"");
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas/tune.schema.json");
    let mut found = Vec::new();
    for text in [&json, &none, &broken] {
        fs::write(folder.0.join("t.json"), text).expect("a file");
        let check = "\
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
errors = jsonschema.Draft202012Validator(schema).iter_errors(json.load(open('t.json')))
print(len(list(errors)))
";
        let done = Command::new("python3")
            .args(["-c", check, schema.to_str().expect("a path")])
            .current_dir(&folder.0)
            .output()
            .expect("Python");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        found.push(String::from_utf8_lossy(&done.stdout).trim() == "0");
    }
    assert_eq!(found, [true, true, false], "{json}");
}

/// What `tests/gpu/run` calls, with the CPU device in the GPU's place.
#[test]
fn the_script_for_a_gpu() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/gpu/tune");
    let done = Command::new(script)
        .args([env!("CARGO_BIN_EXE_tilec"), "64"])
        .env("DEVICE", "cpu")
        .output()
        .expect("bash is here");
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && out.ends_with("tune: all candidates agree\n"), "{out}");
}

/// A terminal shows how far the work is, and the line is gone at the end; a file has none of it.
#[test]
fn progress_is_for_terminals() {
    let folder = Folder::new("progress");
    let options = format!(
        "--kernel add --param Block=32 --grid 'cdiv(250, Block)' {ADD} --fresh --format name"
    );
    let quiet = folder.tune(&options);
    assert!(quiet.err.is_empty() && quiet.out == "add<32>\n", "{}{}", quiet.out, quiet.err);
    // `script` of util-linux gives a command a terminal.
    let done = Command::new("script")
        .args([
            "-qec",
            &format!("{} tune k.cu --device cpu {options}", env!("CARGO_BIN_EXE_tilec")),
            "/dev/null",
        ])
        .current_dir(&folder.0)
        .env("TERM", "xterm")
        .env("XDG_CACHE_HOME", folder.0.join("caches"))
        .output();
    let Ok(done) = done else {
        skip("there is no `script`");
        return;
    };
    let shown = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{shown}");
    for expected in ["compiling [", "running [", "measuring [", "\r\u{1b}[K"] {
        assert!(shown.contains(expected), "no {expected:?} in {shown:?}");
    }
    let (_, last) = shown.rsplit_once("\r\u{1b}[K").expect("the line is erased");
    assert_eq!(last.trim_end(), quiet.out.trim_end());
}
