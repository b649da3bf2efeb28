//! The C interface from C, C++ with threads, and Python: the programs of `docs/embedding.md`, one that tries mistakes, and one that asks
//! for all there is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[path = "embedding/scale.rs"]
mod scale;
#[path = "../../tests/src/skip.rs"]
mod skip;
use skip::skip;

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|it| it.status.success())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The library, which cargo has built for this test: beside it.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("the path of the test");
    let folder = test.parent().expect("it is in a folder").to_path_buf();
    let folders = [folder.clone(), folder.join("..")];
    let listed = folders.iter().filter_map(|folder| fs::read_dir(folder).ok());
    let is_library = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("libtilec_c") && name.ends_with(".so")
    };
    let all = listed.flatten().flatten().map(|entry| entry.path()).filter(is_library);
    let newest = all.max_by_key(|path| fs::metadata(path).and_then(|it| it.modified()).ok());
    newest.expect("cargo has built the library")
}

/// The block of the page that is a file of this name.
fn block(name: &str) -> String {
    let page = fs::read_to_string(root().join("docs/embedding.md")).expect("the page");
    let (_, rest) = page.split_once(&format!("<!-- file: {name} -->\n```")).expect("the block");
    let (_, rest) = rest.split_once('\n').expect("its language");
    rest.split_once("```\n").expect("its end").0.to_owned()
}

/// Builds a program with a compiler and runs it.
fn run(compiler: &str, name: &str, text: &str) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c_interface");
    fs::create_dir_all(&folder).expect("a folder");
    let (source, program) = (folder.join(name), folder.join(name.replace('.', "_")));
    fs::write(&source, text).expect("a file");
    let made = Command::new(compiler)
        .args(["-Wall", "-Wextra", "-Werror", "-I"])
        .arg(root().join("capi/include"))
        .arg(&source)
        .arg(library())
        .args(["-lpthread", "-o"])
        .arg(&program)
        .output()
        .expect("the compiler starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Command::new(program).output().expect("the program starts")
}

fn said(output: &Output) -> String {
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("{out}{err}")
}

#[test]
fn the_page_is_right_about_c() {
    if !has("gcc") {
        return skip("gcc is not here");
    }
    let done = run("gcc", "scale.c", &block("scale.c"));
    assert_eq!((said(&done).as_str(), done.status.code()), ("_Z5scaleIfEvPT_\n2 4 6 8\n", Some(0)));
}

#[test]
fn the_page_is_right_about_cpp() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let done = run("g++", "variants.cpp", &block("variants.cpp"));
    let expected = "a kernel\na kernel\na kernel\nan error with its place\n";
    assert_eq!((said(&done).as_str(), done.status.code()), (expected, Some(0)));
}

#[test]
fn the_page_is_right_about_rust() {
    assert_eq!(scale::scaled(), Ok([2.0, 4.0, 6.0, 8.0]));
    let own = fs::read_to_string(root().join("capi/tests/embedding/scale.rs")).expect("the file");
    assert_eq!(block("scale.rs"), own);
}

/// What `capi/install` installs is found by pkg-config, and a program is built with it.
#[test]
fn an_installation_is_found_by_pkg_config() {
    for tool in ["gcc", "pkg-config"] {
        if !has(tool) {
            return skip(&format!("{tool} is not here"));
        }
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("installation");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("built")).expect("a folder");
    std::os::unix::fs::symlink(library(), folder.join("built/libtilec_c.so")).expect("a link");
    fs::write(folder.join("scale.c"), block("scale.c")).expect("a file");
    let script = "\
\"$CAPI/install\" there built
mv there moved
export PKG_CONFIG_PATH=$PWD/moved/lib/pkgconfig
pkg-config --modversion tilec
gcc scale.c $(pkg-config --cflags --libs tilec) -Wl,-rpath,$(pkg-config --variable=libdir tilec) -o scale
./scale
";
    let mut sh = Command::new("sh");
    sh.args(["-ec", script]).current_dir(&folder).env("CAPI", root().join("capi"));
    // Cargo names its folders, where a library of an older build may be.
    sh.env_remove("LD_LIBRARY_PATH");
    let done = sh.output().expect("sh");
    let expected = concat!(env!("CARGO_PKG_VERSION"), "\n_Z5scaleIfEvPT_\n2 4 6 8\n");
    assert_eq!((said(&done).as_str(), done.status.code()), (expected, Some(0)));
}

#[test]
fn the_page_is_right_about_python() {
    if !has("python3") {
        return skip("python3 is not here");
    }
    let mut python = Command::new("python3");
    let done = python.args(["-c", &block("scale.py")]).arg(library()).output().expect("it starts");
    assert_eq!((said(&done).as_str(), done.status.code()), ("True\n10.0\n", Some(0)));
}

const MISTAKES: &str = r##"
#include <cassert>
#include <cstring>
#include <string>
#include "tilec.h"

int main() {
  const char *text = nullptr;
  size_t length = 0;
  assert(tilecCreateProgram(nullptr, "", nullptr, 0, nullptr, nullptr) == TILEC_ERROR_INVALID_INPUT);
  tilecProgram program = nullptr;
  assert(tilecCreateProgram(&program, nullptr, nullptr, 0, nullptr, nullptr) == TILEC_ERROR_INVALID_INPUT);
  assert(tilecCreateProgram(&program, "", nullptr, -1, nullptr, nullptr) == TILEC_ERROR_INVALID_INPUT);
  assert(tilecCompileProgram(nullptr, 0, nullptr) == TILEC_ERROR_INVALID_PROGRAM);

  const char *source = "#include <cuda_tile.h>\n__tile_global__ void k(int *p) {\n  *p = WORTH;\n}\n";
  assert(tilecCreateProgram(&program, source, "wrong.cu", 0, nullptr, nullptr) == TILEC_SUCCESS);
  assert(tilecGetPTX(program, &text, &length) == TILEC_ERROR_NOT_COMPILED);
  assert(tilecCompileProgram(program, 1, nullptr) == TILEC_ERROR_INVALID_INPUT);
  const char *unknown[] = {"-arch=sm_1"};
  assert(tilecCompileProgram(program, 1, unknown) == TILEC_ERROR_INVALID_OPTION);
  assert(tilecGetLog(program, &text, nullptr) == TILEC_SUCCESS && std::strstr(text, "sm_1"));
  assert(tilecCompileProgram(program, 0, nullptr) == TILEC_ERROR_COMPILATION);
  assert(tilecGetLog(program, &text, &length) == TILEC_SUCCESS && std::strlen(text) == length);
  assert(std::strstr(text, "wrong.cu:3:8"));
  assert(tilecGetDiagnostics(program, &text, nullptr) == TILEC_SUCCESS && text[0] == '{');
  assert(tilecGetTileIR(program, &text, nullptr) == TILEC_ERROR_NOT_COMPILED);
  // The same program, with another option.
  const char *worth[] = {"-DWORTH=7", "-arch=sm_90a"};
  assert(tilecCompileProgram(program, 2, worth) == TILEC_SUCCESS);
  assert(tilecGetPTX(program, &text, nullptr) == TILEC_SUCCESS && std::strstr(text, ".entry _Z1kPi"));
  assert(tilecGetTileIR(program, &text, nullptr) == TILEC_SUCCESS && std::strstr(text, "@_Z1kPi"));
  assert(tilecGetLog(program, nullptr, &length) == TILEC_SUCCESS && length == 0);
  assert(tilecGetLoweredName(program, "k", &text) == TILEC_ERROR_NO_SUCH_NAME);
  assert(tilecAddNameExpression(program, "k") == TILEC_SUCCESS);
  assert(tilecCompileProgram(program, 2, worth) == TILEC_SUCCESS);
  assert(tilecGetLoweredName(program, "k", &text) == TILEC_SUCCESS && std::string(text) == "_Z1kPi");
  assert(tilecAddNameExpression(program, "absent") == TILEC_SUCCESS);
  assert(tilecCompileProgram(program, 2, worth) == TILEC_ERROR_COMPILATION);
  assert(tilecGetLog(program, &text, nullptr) == TILEC_SUCCESS && std::strstr(text, "the program has no kernel `absent`"));
  assert(tilecDestroyProgram(&program) == TILEC_SUCCESS && program == nullptr);
  assert(tilecDestroyProgram(&program) == TILEC_ERROR_INVALID_PROGRAM);
  assert(std::string(tilecGetErrorString(TILEC_ERROR_COMPILATION)) == "the program has errors");
  assert(std::strlen(tilecVersion()) > 0);
}
"##;

#[test]
fn mistakes_have_answers() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let done = run("g++", "mistakes.cpp", MISTAKES);
    assert_eq!((said(&done).as_str(), done.status.code()), ("", Some(0)));
}

/// Asks for each form of a program, and for forms that it does not have.
const REQUESTS: &str = r##"
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include "tilec.h"

static int answers = 0;
static int cancel(tilecProgram, void *payload) { return ++answers > *static_cast<int *>(payload); }

// PTX without comments: a schedule does not know the names of the source.
static std::string code(const char *ptx) {
  std::istringstream lines(ptx);
  std::string line, kept;
  while (std::getline(lines, line))
    kept += line.substr(0, line.find("//")) + "\n";
  std::string found;
  for (char c : kept)
    if (found.empty() || c != '\n' || found.back() != '\n')
      found += c;
  return found;
}

static tilecProgram compiled(const char *name, const char *source, const char *arch) {
  tilecProgram program;
  assert(tilecCreateProgram(&program, source, name, 0, nullptr, nullptr) == TILEC_SUCCESS);
  const char *options[] = {arch};
  assert(tilecCompileProgram(program, 1, options) == TILEC_SUCCESS);
  return program;
}

int main() {
  const char *source = "#include <cuda_tile.h>\n#include <cstdio>\n"
                       "__tile_global__ void put(int *p, int at, int by) {\n  p[at] = 12 / by;\n  printf(\"put %d\\n\", at);\n}\n";
  const char *text, *again, *const *names;
  const void *bytes;
  size_t size, length;
  int count;
  assert(tilecGetSupportedArchs(&count, &names) == TILEC_SUCCESS && count > 3);
  bool has_hopper = false;
  for (int i = 0; i < count; ++i)
    has_hopper |= std::string(names[i]) == "sm_90a";
  assert(has_hopper && tilecGetSupportedArchs(nullptr, nullptr) == TILEC_ERROR_INVALID_INPUT);

  tilecProgram program = compiled("put.cu", source, "-arch=sm_90a");
  // Bytecode begins with what tileiras looks for.
  assert(tilecGetBytecode(program, &bytes, &size) == TILEC_SUCCESS && size > 8);
  assert(std::memcmp(bytes, "\x7fTileIR\0", 8) == 0);
  // A schedule is a source of the same PTX.
  assert(tilecGetPTX(program, &text, nullptr) == TILEC_SUCCESS);
  assert(tilecGetSchedule(program, &again, &length) == TILEC_SUCCESS && std::strlen(again) == length);
  tilecProgram scheduled = compiled("put.sched", again, "-arch=sm_90a");
  assert(tilecGetPTX(scheduled, &again, nullptr) == TILEC_SUCCESS && code(again) == code(text));
  assert(tilecDestroyProgram(&scheduled) == TILEC_SUCCESS);
  // Machine code is ELF for a chip.
  tilecProgram portable = compiled("put.cu", source, "-arch=compute_90");
  assert(tilecGetCUBIN(portable, &bytes, &size) == TILEC_ERROR_NOT_MADE);
  assert(tilecGetFailure(portable, &text, nullptr) == TILEC_SUCCESS && std::strstr(text, "-arch=sm_90a"));
  assert(tilecDestroyProgram(&portable) == TILEC_SUCCESS);
  if (std::getenv("TILEC_PTXAS")) {
    assert(tilecGetCUBIN(program, &bytes, &size) == TILEC_SUCCESS && size > 4 && !std::memcmp(bytes, "\x7f" "ELF", 4));
    setenv("TILEC_PTXAS", "/nowhere/ptxas", 1);
    const void *kept;
    assert(tilecGetCUBIN(program, &kept, nullptr) == TILEC_SUCCESS && kept == bytes);
    const char *options[] = {"-arch=sm_90a"};
    assert(tilecCompileProgram(program, 1, options) == TILEC_SUCCESS);
    assert(tilecGetCUBIN(program, &bytes, &size) == TILEC_ERROR_NOT_MADE);
    assert(tilecGetFailure(program, &text, nullptr) == TILEC_SUCCESS && std::strstr(text, "/nowhere/ptxas"));
  }

  int data[4] = {1, 1, 1, 1}, at = 2, by = 3;
  tilecArgument arguments[] = {{data, sizeof data, 1}, {&at, sizeof at, 0}, {&by, sizeof by, 0}};
  const unsigned grid[3] = {1, 1, 1};
  assert(tilecGetRunLog(program, &text, nullptr) == TILEC_ERROR_NOT_COMPILED);
  assert(tilecRun(program, "put", grid, 3, arguments, 0) == TILEC_SUCCESS);
  assert(data[1] == 1 && data[2] == 4 && data[3] == 1);
  assert(tilecGetRunOutput(program, &text, &length) == TILEC_SUCCESS && std::string(text) == "put 2\n" && length == 6);
  assert(tilecGetRunLog(program, &text, &length) == TILEC_SUCCESS && length == 0);
  // Undefined behaviour at its line; the buffer stays.
  by = 0, at = 1;
  assert(tilecRun(program, "_Z3putPiii", grid, 3, arguments, 1) == TILEC_ERROR_RUN);
  assert(tilecGetRunLog(program, &text, nullptr) == TILEC_SUCCESS && std::strstr(text, "division by zero"));
  assert(std::strstr(text, "put.cu:4:"));
  assert(tilecGetRunDiagnostics(program, &text, nullptr) == TILEC_SUCCESS && text[0] == '{' && std::strstr(text, "E0801"));
  // A kernel that stops.
  by = 3, at = 4;
  assert(tilecRun(program, "put", grid, 3, arguments, 0) == TILEC_ERROR_RUN && data[2] == 4);
  assert(tilecGetRunLog(program, &text, nullptr) == TILEC_SUCCESS && std::strstr(text, "E0802"));
  // What does not fit.
  assert(tilecRun(program, "put", grid, 2, arguments, 0) == TILEC_ERROR_INVALID_INPUT);
  assert(tilecGetFailure(program, &text, nullptr) == TILEC_SUCCESS && std::strstr(text, "3 parameters"));
  arguments[1].size = 8;
  assert(tilecRun(program, "put", grid, 3, arguments, 0) == TILEC_ERROR_INVALID_INPUT);
  assert(tilecGetFailure(program, &text, nullptr) == TILEC_SUCCESS && std::strstr(text, "argument 1"));
  assert(tilecRun(program, "absent", grid, 0, nullptr, 0) == TILEC_ERROR_INVALID_INPUT);
  assert(tilecRun(program, "put", nullptr, 3, arguments, 0) == TILEC_ERROR_INVALID_INPUT);
  assert(tilecDestroyProgram(&program) == TILEC_SUCCESS);

  // A compilation that is not to go on: at once, or while it works.
  assert(tilecCreateProgram(&program, source, "put.cu", 0, nullptr, nullptr) == TILEC_SUCCESS);
  int limit = 0;
  assert(tilecSetFlowCallback(program, cancel, &limit) == TILEC_SUCCESS);
  assert(tilecCompileProgram(program, 0, nullptr) == TILEC_ERROR_CANCELLED && answers == 1);
  assert(tilecGetPTX(program, &text, nullptr) == TILEC_ERROR_NOT_COMPILED);
  limit = 1 << 30;
  assert(tilecCompileProgram(program, 0, nullptr) == TILEC_SUCCESS && answers > 1);
  assert(tilecSetFlowCallback(program, nullptr, nullptr) == TILEC_SUCCESS);
  answers = 0;
  assert(tilecCompileProgram(program, 0, nullptr) == TILEC_SUCCESS && answers == 0);
  assert(tilecDestroyProgram(&program) == TILEC_SUCCESS);
}
"##;

#[test]
fn requests_are_answered() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let done = run("g++", "requests.cpp", REQUESTS);
    assert_eq!((said(&done).as_str(), done.status.code()), ("", Some(0)));
}

const THREADS: &str = r##"
#include <cstdio>
#include <string>
#include <thread>
#include <vector>
#include "tilec.h"

static std::string compile(int number) {
  const std::string source =
      "#include <cuda_tile.h>\nnamespace ct = cuda::tiles;\n"
      "template <int N> __tile_global__ void add(float *a, const float *b) {\n"
      "  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();\n"
      "  ct::store(a + i, ct::load(a + i) + ct::load(b + i) * " + std::to_string(number) + ".0f);\n}\n";
  const std::string expression = "add<" + std::to_string(64 << number % 3) + ">";
  const char *options[] = {"-arch=sm_90a"}, *ptx = "";
  tilecProgram program;
  tilecCreateProgram(&program, source.c_str(), "add.cu", 0, nullptr, nullptr);
  tilecAddNameExpression(program, expression.c_str());
  std::string made = "failed";
  if (tilecCompileProgram(program, 1, options) == TILEC_SUCCESS) {
    tilecGetPTX(program, &ptx, nullptr);
    made = ptx;
  }
  tilecDestroyProgram(&program);
  return made;
}

int main() {
  constexpr int programs = 6;
  std::vector<std::string> alone;
  for (int i = 0; i < programs; ++i)
    alone.push_back(compile(i));
  std::vector<std::vector<std::string>> made(8);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([t, &made] {
      for (int i = 0; i < programs; ++i)
        made[t].push_back(compile((i + t) % programs));
    });
  for (auto &thread : threads)
    thread.join();
  int same = 0;
  for (int t = 0; t < 8; ++t)
    for (int i = 0; i < programs; ++i)
      same += made[t][i] == alone[(i + t) % programs] && made[t][i] != "failed";
  std::printf("%d of %d are the same\n", same, 8 * programs);
}
"##;

#[test]
fn threads_compile_at_once() {
    if !has("g++") {
        return skip("g++ is not here");
    }
    let done = run("g++", "threads.cpp", THREADS);
    assert_eq!((said(&done).as_str(), done.status.code()), ("48 of 48 are the same\n", Some(0)));
}
