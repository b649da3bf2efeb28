//! Diagnostics as the user types.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Client, Marked};

const URI: &str = "file:///work/kernel.cu";

const WRONG: &str = "#include \"cuda_tile.h\"\nnamespace ct = cuda::tiles;\n\n\
__tile_global__ void scale(float* x, float factor) {\n    \
auto p = x + ct::iota<ct::tile<int, ct::shape<4>>>();\n    \
ct::store(p, ct::load(p) * fctor);\n}\n";

fn codes(found: &[Value]) -> Vec<&str> {
    found.iter().filter_map(|found| found["code"].as_str()).collect()
}

#[test]
fn a_mistake_appears_and_goes_with_the_keystroke_that_corrects_it() {
    let mut client = Client::start();
    let document = Marked::new(URI, WRONG);
    client.open(URI, WRONG);
    let found = client.diagnostics(URI, 1);
    assert_eq!(codes(&found), ["E0301"]);
    let mistake = &found[0];
    assert_eq!(document.slice(&mistake["range"]), "fctor");
    assert_eq!(mistake["severity"], 1);
    assert_eq!(mistake["source"], "tilec");
    let page = mistake["codeDescription"]["href"].as_str().expect("a page about the code");
    let page = fs::read_to_string(page.trim_start_matches("file://")).expect("it is there");
    assert!(page.contains("E0301"));
    client.change(URI, 2, Some([5, 32, 5, 32]), "a");
    assert!(client.diagnostics(URI, 2).is_empty());
    client.change(URI, 3, Some([5, 32, 5, 33]), "");
    assert_eq!(codes(&client.diagnostics(URI, 3)), ["E0301"]);
}

#[test]
fn a_newer_edit_drops_the_older_analysis() {
    let mut client = Client::start();
    client.open(URI, WRONG);
    for version in 2..40 {
        client.change(URI, version, Some([0, 0, 0, 0]), " ");
    }
    client.change(URI, 40, None, &WRONG.replace("fctor", "factor"));
    assert!(client.diagnostics(URI, 40).is_empty());
    let stale = client.request("textDocument/hover", Marked::new(URI, "$0").at(0));
    assert_eq!(stale, Value::Null);
}

/// What only the lowering of kernels finds is published after what checking finds, once; while it is
/// there it does not go and come back with each edit.
#[test]
fn findings_of_lowering_follow_and_stay() {
    let mut client = Client::start();
    let text = "struct Animal {\n    __tile__ virtual int legs() const { return 4; }\n};\n\
                __tile_global__ void k(int* p, Animal* animal) {\n    *p = animal->legs();\n}\n";
    let good = text.replace("animal->legs()", "4");
    client.open(URI, text);
    assert_eq!(codes(&client.diagnostics(URI, 1)), ["E0598"], "the first text is looked at whole");
    client.change(URI, 2, None, &format!("{text}// more\n"));
    assert_eq!(codes(&client.diagnostics(URI, 2)), ["E0598"], "it stays");
    client.change(URI, 3, None, &good);
    assert_eq!(codes(&client.diagnostics(URI, 3)), [""; 0]);
    client.change(URI, 4, None, text);
    assert_eq!(codes(&client.diagnostics(URI, 4)), [""; 0], "what checking finds comes first");
    assert_eq!(codes(&client.diagnostics(URI, 4)), ["E0598"], "then what lowering finds");
    client.change(URI, 5, None, &format!("{text}// more\n"));
    assert_eq!(codes(&client.diagnostics(URI, 5)), ["E0598"], "it stays");
    // Nothing is published twice.
    client.change(URI, 6, None, &good);
    assert!(client.diagnostics(URI, 6).is_empty());
    client.change(URI, 7, None, &format!("{good}// more\n"));
    let next = client
        .wait("diagnostics", |message| message["method"] == "textDocument/publishDiagnostics");
    assert_eq!(next["params"]["version"], 7);
    client.request("textDocument/hover", Marked::new(URI, "$0").at(0));
    client.change(URI, 8, None, &good);
    let next = client
        .wait("diagnostics", |message| message["method"] == "textDocument/publishDiagnostics");
    assert_eq!(next["params"]["version"], 8);
}

#[test]
fn labels_and_notes_are_related_information() {
    let mut client = Client::start();
    let text = "#include \"cuda_tile.h\"\n__tile__ int f(int a, int b) { return a + b; }\n\
                __tile_global__ void k(int* p) { *p = f(1); }\n";
    let document = Marked::new(URI, text);
    client.open(URI, text);
    let found = client.diagnostics(URI, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    let related = found[0]["relatedInformation"].as_array().expect("a candidate");
    assert_eq!(related[0]["location"]["uri"], URI);
    let line = document.slice(&related[0]["location"]["range"]);
    assert!(line.contains('f'), "{related:?}");
}

#[test]
fn mistakes_in_headers_are_published_for_the_header() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp-headers");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("part.h"), "__tile__ int part() { return none; }\n").expect("a file");
    let uri = |name: &str| format!("file://{}", folder.join(name).display());
    let mut client = Client::start();
    let main = "#include \"part.h\"\n__tile_global__ void k(int* p) { *p = part(); }\n";
    client.open(&uri("main.cu"), main);
    let published = client.wait("the header's diagnostics", |message| {
        message["params"]["uri"] == uri("part.h").as_str()
    });
    let found = published["params"]["diagnostics"].as_array().expect("a list");
    assert_eq!(codes(found), ["E0301"]);
    // The header is fixed in the editor, unsaved: the file that includes it is checked again.
    client.open(&uri("part.h"), "__tile__ int part() { return 1; }\n");
    let published = client.wait("none for the header", |message| {
        message["params"]["uri"] == uri("part.h").as_str()
            && message["params"]["diagnostics"] == json!([])
    });
    assert_eq!(published["params"]["diagnostics"], json!([]));
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri("part.h") } }));
    client.wait("the header as it is on disk", |message| {
        message["params"]["uri"] == uri("part.h").as_str()
            && message["params"]["diagnostics"] != json!([])
    });
}

#[test]
fn templates_are_checked_through_requested_specialisations() {
    let mut client = Client::start();
    let text = "#include \"cuda_tile.h\"\n// tilec: instantiate k<3>\n\
                template<int N> __tile_global__ void k(int* p) { static_assert(N == 4); *p = N; }\n";
    client.open(URI, text);
    let found = client.diagnostics(URI, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    client.change(URI, 2, Some([1, 24, 1, 25]), "4");
    assert!(client.diagnostics(URI, 2).is_empty());
}

#[test]
fn settings_of_the_client_are_obeyed() {
    let options = json!({ "flags": ["-DGOOD=1"] });
    let (mut client, _) =
        Client::with(json!({ "capabilities": {}, "initializationOptions": options }));
    let text = "#ifndef GOOD\n#error bad\n#endif\n";
    client.open(URI, text);
    assert!(client.diagnostics(URI, 1).is_empty());
    let settings = json!({ "settings": { "tilec": { "flags": ["--arch=sm_1"] } } });
    client.notify("workspace/didChangeConfiguration", settings);
    let published = client.wait("a complaint about the target", |message| {
        message["params"]["diagnostics"].to_string().contains("unknown target")
    });
    assert_eq!(published["params"]["uri"], URI);
}

/// A folder with a project in it, and the URI of a file there.
fn project(name: &str, files: &[(&str, &str)]) -> impl Fn(&str) -> String + use<> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
        fs::write(path, text.replace("FOLDER", &folder.to_string_lossy())).expect("a file");
    }
    move |path| format!("file://{}", folder.join(path).display())
}

const PROJECT_SOURCE: &str = "#include \"part.h\"\nstatic_assert(N == 4 && PART);\n\
    template<int M> __tile_global__ void k(int* p) { static_assert(M == N); *p = M; }\n";

#[test]
fn the_project_file_is_obeyed() {
    let toml = "[build]\narch = \"sm_90a\"\ninclude = [\"inc\"]\ndefine = [\"N=4\"]\n\
                instantiate = [\"k<4>\", \"k<5>\", \"elsewhere<1>\"]\n";
    let uri = project("lsp-project", &[("tilec.toml", toml), ("inc/part.h", "#define PART 1\n")]);
    let mut client = Client::start();
    client.open(&uri("src/main.cu"), PROJECT_SOURCE);
    let found = client.diagnostics(&uri("src/main.cu"), 1);
    // `k<5>` is the only mistake: folder and macro were found, and `elsewhere` is elsewhere.
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"]["start"]["line"], 2);
}

#[test]
fn commands_of_build_systems_are_obeyed() {
    let commands = "[{\"directory\": \"FOLDER/build\", \"file\": \"../src/main.cu\", \
                    \"command\": \"nvcc -O2 -I../inc -DN=4 -c ../src/main.cu -o main.o\"}]";
    let files = [("build/compile_commands.json", commands), ("inc/part.h", "#define PART 1\n")];
    let uri = project("lsp-database", &files);
    let mut client = Client::start();
    client.open(&uri("src/main.cu"), PROJECT_SOURCE);
    let found = client.diagnostics(&uri("src/main.cu"), 1);
    assert!(found.is_empty(), "{found:?}");
}

const CMAKE: &str = "cmake_minimum_required(VERSION 3.20)\nproject(app C)\n\
    find_package(Tilec CONFIG REQUIRED)\n\
    tilec_add_kernels(kernels src/main.cu EMIT ptx INCLUDE_DIRECTORIES inc\n    \
    COMPILE_DEFINITIONS N=4 KERNELS k<4> k<5>)\n";

/// What ninja knows of a build that CMake has set up, as docs/cmake.md says to get it.
#[test]
fn commands_of_a_ninja_build_are_obeyed() {
    let has = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    if let Some(missing) = ["cmake", "ninja"].into_iter().find(|tool| !has(tool)) {
        crate::skip::skip(&format!("{missing} is not here"));
        return;
    }
    let files = [
        ("CMakeLists.txt", CMAKE),
        ("src/main.cu", PROJECT_SOURCE),
        ("inc/part.h", "#define PART 1\n"),
    ];
    let uri = project("lsp-ninja", &files);
    let folder = uri("").trim_start_matches("file://").to_owned();
    let cmake = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cmake");
    let output = Command::new("cmake")
        .args(["-G", "Ninja", "-B", "build", "-S", "."])
        .arg(format!("-DTilec_DIR={}", cmake.display()))
        .arg(format!("-DTILEC_EXECUTABLE={}", env!("CARGO_BIN_EXE_tilec")))
        .current_dir(&folder)
        .output()
        .expect("cmake runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let line = "ninja -C build -t compdb > compile_commands.json";
    let status = Command::new("sh").args(["-c", line]).current_dir(&folder).status();
    assert!(status.is_ok_and(|status| status.success()));
    let mut client = Client::start();
    client.open(&uri("src/main.cu"), PROJECT_SOURCE);
    let found = client.diagnostics(&uri("src/main.cu"), 1);
    // `k<5>` is the only mistake: folder and macro were found.
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"]["start"]["line"], 2);
}

#[test]
fn a_project_file_with_a_mistake_is_named() {
    let uri = project("lsp-bad-project", &[("tilec.toml", "[build]\nacrh = 1\n")]);
    let mut client = Client::start();
    client.open(&uri("main.cu"), "int x;\n");
    let found = client.diagnostics(&uri("main.cu"), 1);
    assert!(found[0]["message"].as_str().is_some_and(|text| text.contains("acrh")), "{found:?}");
}
