//! Questions that are asked together with an edit, before its text is checked: the answer is the
//! one that the
//! check would give, only sooner.

use serde_json::{Value, json};

use crate::client::{Client, Marked};

const URI: &str = "file:///work/kernel.cu";
const COMPLETION: &str = "textDocument/completion";
const SIGNATURES: &str = "textDocument/signatureHelp";

/// Writes `document` over what is there and asks in the same moment: the answer, and the one once the
/// text is checked.
#[track_caller]
fn both(
    client: &mut Client,
    version: i64,
    document: &Marked,
    mark: usize,
    method: &str,
) -> [Value; 2] {
    client.change(&document.uri, version, None, &document.text);
    let id = client.ask(method, document.at(mark));
    let mut early = client.reply(id);
    assert!(early.get("error").is_none(), "{early}");
    client.diagnostics(&document.uri, version);
    [early["result"].take(), client.request(method, document.at(mark))]
}

fn labels(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().into_iter().flatten();
    items.filter_map(|item| item["label"].as_str()).collect()
}

const HEAD: &str = "#include \"cuda_tile.h\"\nnamespace ct = cuda::tiles;\n\
    struct Inner { int deep; __tile__ int get() const { return deep; } };\n\
    struct Outer { Inner inner; float other; };\n";

/// Completes at each mark together with the edit that makes the text; the labels, which the check of
/// the whole text must confirm.
#[track_caller]
fn at_once(marked: &str) -> Vec<Vec<String>> {
    let mut client = Client::start();
    let document = Marked::new(URI, &format!("{HEAD}{marked}"));
    client.open(URI, HEAD);
    client.diagnostics(URI, 1);
    let mut found = Vec::new();
    for mark in 0..document.marks.len() {
        // Another text in between, so that nothing of an answer comes from the last check.
        let version = 2 + 2 * mark as i64;
        client.change(URI, version, None, HEAD);
        client.diagnostics(URI, version);
        let [early, late] = both(&mut client, version + 1, &document, mark, COMPLETION);
        assert_eq!(early, late, "mark {mark}: {:?} and {:?}", labels(&early), labels(&late));
        found.push(labels(&early).into_iter().map(str::to_owned).collect());
    }
    found
}

#[test]
fn what_the_same_edit_declares_is_offered() {
    let found = at_once(
        "__tile_global__ void k(Outer* p, int* out) {\n    auto fresh = p->inner;\n    \
         auto again = [&] { return fresh; }();\n    again.$0\n    *out = fre$1;\n}\n",
    );
    assert_eq!(found, [vec!["deep", "get"], vec!["fresh"]]);
}

#[test]
fn names_that_the_edit_removes_are_gone() {
    let mut client = Client::start();
    let text = |name: &str| {
        format!(
            "{HEAD}__tile_global__ void k(int* p) {{\n    int plate_{name} = 1;\n    \
             *p = plate_$0;\n}}\n"
        )
    };
    let mut document = Marked::new(URI, &text("old")).open(&mut client);
    assert_eq!(labels(&client.request(COMPLETION, document.at(0))), ["plate_old"]);
    document = Marked::new(URI, &text("new"));
    let [early, late] = both(&mut client, 2, &document, 0, COMPLETION);
    assert_eq!(labels(&early), ["plate_new"]);
    assert_eq!(early, late);
}

#[test]
fn templates_are_known_through_their_specialisations() {
    let template = "template<class T> __tile__ int last(T value) {\n    \
        if constexpr (sizeof(T) > 4) {\n        return value.$0inner.deep;\n    } else {\n        \
        return value.$1get();\n    }\n}\n\
        template<class T> __tile__ int middle(T value) { return last(value); }\n\
        template<class T> struct Holder {\n    T value;\n    \
        __tile__ int take() const { return middle(value); }\n};\n\
        template<class T> __tile_global__ void k(int* p) {\n    Holder<T> holder{};\n    \
        *p = holder.$2take() + hold$3er.take();\n}\n\
        template __tile_global__ void k<Inner>(int*);\n\
        template __tile_global__ void k<Outer>(int*);\n";
    let found = at_once(template);
    assert_eq!(found[0], ["inner", "other"], "of the second specialisation");
    assert_eq!(found[1], ["deep", "get"]);
    assert_eq!(found[2], ["take", "value"]);
    assert_eq!(found[3], ["holder", "Holder"]);
    let complete = template.replace(['$', '0', '1', '2', '3'], "");
    let member = complete.replace("return middle(value);", "T own = value; own.$0");
    assert_eq!(at_once(&member), [["deep", "get"]]);
}

#[test]
fn a_text_that_is_half_written_is_completed() {
    let broken = "__tile__ int broken(int x) { return x + ; }\n\
        __tile_global__ void k(Outer* p, int* out) {\n    int number = nothing + ;\n    ";
    let rest = "\n    Inner after = p->inner;\n    *out = after.deep\n";
    let at = |statement: &str| at_once(&format!("{broken}{statement}{rest}")).remove(0);
    assert_eq!(at("p->$0"), ["inner", "other"]);
    assert_eq!(at("int one = p->inner.$0"), ["deep", "get"]);
    assert_eq!(at("if (p->inner.$0"), ["deep", "get"]);
    assert!(at("for (int index = 0; index < num$0").contains(&"number".to_owned()));
    assert_eq!(at("auto late = p->inner; { late.$0"), ["deep", "get"]);
}

#[test]
fn places_that_no_kernel_reaches_are_completed() {
    let found = at_once(
        "constexpr int limit = 4;\nint outside = lim$0;\n\
         void host(Outer* p) { int within = lim$1; p->$2; }\n\
         template<class T> __tile__ T unused(T value) { auto inside = value; return lim$3; }\n\
         struct Adds {\n    int limited;\n    __tile__ int operator()(Inner x) const { return x.$4 + lim$5; }\n\
         };\n__tile_global__ void k(int* p) { *p = Adds{}(Inner{}); }\n",
    );
    assert_eq!(found[0], ["limit"]);
    assert_eq!(found[1], ["limit"]);
    assert_eq!(found[3], ["limit"]);
    assert_eq!(found[4], ["deep", "get"]);
    assert_eq!(found[5], ["limited", "limit"]);
}

#[test]
fn signatures_are_shown_as_the_bracket_is_written() {
    let mut client = Client::start();
    client.open(URI, HEAD);
    let text = format!(
        "{HEAD}__tile__ int pick(Inner inner, int b) {{ return b; }}\n\
         __tile__ int pick(int a) {{ return a; }}\n\
         __tile_global__ void k(int* p) {{\n    Inner mine{{}};\n    *p = pick(mine, $0\n    \
         *p = pick(\"text\"$1);\n}}\n"
    );
    let document = Marked::new(URI, &text);
    for mark in 0..2 {
        let [early, late] = both(&mut client, 2 + mark as i64, &document, mark, SIGNATURES);
        assert_eq!(early, late);
        assert_eq!(early["signatures"].as_array().map(Vec::len), Some(2), "{early}");
    }
}

/// A completion is about the text of the last edit before it, whatever comes behind it.
#[test]
fn each_request_is_about_its_own_text() {
    let mut client = Client::start();
    client.open(URI, HEAD);
    client.diagnostics(URI, 1);
    let text = |member: &str| {
        Marked::new(
            URI,
            &format!(
                "{HEAD}struct Own {{ int {member}; }};\n\
                 __tile_global__ void k(Own* p) {{\n    p->$0\n}}\n"
            ),
        )
    };
    let mut asked = Vec::new();
    for number in 0..8_i64 {
        let member = format!("member{number}");
        let document = text(&member);
        client.change(URI, 2 + number, None, &document.text);
        asked.push((client.ask(COMPLETION, document.at(0)), member));
    }
    let n_asked = asked.len();
    for (index, (id, member)) in asked.into_iter().enumerate() {
        let reply = client.reply(id);
        let is_refused = reply["error"]["code"] == -32801;
        assert!(is_refused || labels(&reply["result"]) == [member.as_str()], "{reply}");
        assert!(!is_refused || index + 1 < n_asked, "the last text was not answered");
    }
}

/// The answer does not wait for what the place has nothing to do with, and what is found does not
/// depend on what was asked.
#[test]
fn an_answer_comes_before_the_check_has_ended() {
    let mut client = Client::start();
    client.open(URI, HEAD);
    client.diagnostics(URI, 1);
    let text = format!(
        "{HEAD}constexpr int spin(int n) {{\n    int sum = 0;\n    \
         for (int i = 0; i < n; ++i) sum = (sum * 31 + i) % 1009;\n    return sum;\n}}\n\
         template<class T> __tile__ int wrong(T value) {{ return value.missing; }}\n\
         __tile_global__ void slow(int* p) {{ constexpr int n = spin(50000); *p = n + wrong(Outer{{}}); }}\n\
         __tile_global__ void k(Outer* p, int* out) {{\n    *out = wrong(Inner{{}});\n    p->$0\n}}\n"
    );
    let document = Marked::new(URI, &text);
    client.change(URI, 2, None, &document.text);
    let unasked = client.diagnostics(URI, 2);
    assert!(!unasked.is_empty());
    client.change(URI, 3, None, &document.text);
    let id = client.ask(COMPLETION, document.at(0));
    assert_eq!(labels(&client.reply(id)["result"]), ["inner", "other"]);
    assert!(!client.has_come(|message| message["params"]["version"] == 3), "it came later");
    assert_eq!(client.diagnostics(URI, 3), unasked);
}

/// What another analysis says of a header's overloads holds for those of the text.
#[test]
fn overloads_are_judged_in_a_header_too() {
    let mut client = Client::start();
    let header = "file:///work/part.h";
    let text = |line: &str| {
        format!(
            "/// For two.\n__tile__ int pick(int a, int b) {{ return a; }}\n\
             template<class T> concept Small = sizeof(T) <= 2;\n\
             template<Small T> __tile__ T pick(T value) {{ return value; }}\n\
             template<class T> __tile__ int use(T value) {{\n    {line}\n    return 1;\n}}\n"
        )
    };
    let source = "#include \"part.h\"\n#include \"cuda_tile.h\"\n\
                  __tile_global__ void k(int* p) { *p = use(2); }\n";
    client.open(header, &text(""));
    client.open(URI, source);
    client.diagnostics(URI, 1);
    // The next argument is not begun: the call is judged as if it ended here.
    let document = Marked::new(header, &text("int n = pick(value, $0"));
    client.change(header, 2, None, &document.text);
    let id = client.ask(SIGNATURES, document.at(0));
    let early = client.reply(id)["result"].take();
    client.diagnostics(header, 2);
    for help in [early, client.request(SIGNATURES, document.at(0))] {
        let says = |index: usize| help["signatures"][index]["documentation"]["value"].clone();
        assert_eq!(says(0), "For two.", "{help}");
        assert_eq!(says(1), "Not for these arguments: `int` does not satisfy `Small`.", "{help}");
    }
}

#[test]
fn an_open_header_is_completed_through_its_includer() {
    let mut client = Client::start();
    let header = "file:///work/part.h";
    let text = |line: &str| {
        format!(
            "struct Part {{ int first; }};\ntemplate<class T> __tile__ int use(T value) {{\n    \
             {line}\n    return 1;\n}}\n"
        )
    };
    let source = "#include \"part.h\"\n__tile_global__ void k(int* p) { *p = use(Part{}); }\n";
    client.open(header, &text(""));
    client.open(URI, source);
    client.diagnostics(URI, 1);
    let document = Marked::new(header, &text("value.$0"));
    client.change(header, 2, None, &document.text);
    let id = client.ask(COMPLETION, document.at(0));
    assert_eq!(labels(&client.reply(id)["result"]), ["first"]);
    client.diagnostics(header, 2);
    assert_eq!(labels(&client.request(COMPLETION, document.at(0))), ["first"]);
    assert_eq!(json!(client.stop()), json!(0));
}
