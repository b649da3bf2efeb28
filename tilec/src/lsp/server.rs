//! The main loop: open documents, which thread answers what, and what is published.
//!
//! Everything that the loop reacts to comes through one channel: messages of the client, and the
//! reports of workers. It does nothing that takes long.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufReader, BufWriter};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use lang::base::SourceLoader;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, InitializeResult, LogMessageParams,
    MessageType, PublishDiagnosticsParams, ServerInfo, Uri, WorkspaceFolder,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::busy::{self, Announcer, Skipped};
use super::config::{self, Client};
use super::database::Databases;
use super::diagnostics::Findings;
use super::documents::Documents;
use super::initialize::Initialize;
use super::progress::FilesProgress;
use super::shared::{Gathering, Shared};
use super::text::{self, Encoding};
use super::transport::{self, Incoming, Outgoing};
use super::worker::{Ask, Cancelled, Report, Worker, panic_text};
use super::workspace::{Job, Workspace};
use super::{dispatch, feature, headers};
use crate::output::say;

/// The places of a name by which other programs are asked for it.
const MAX_PLACES: usize = 64;

/// What the loop reacts to.
enum Event {
    Incoming(Incoming),
    /// The input has ended, or no longer follows the protocol.
    End(Option<io::Error>),
    Report(Report),
}

/// How a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The client said `shutdown` and `exit`.
    Clean,
    /// It went without saying so.
    Abrupt,
}

/// Serves standard input and output until the supervisor closes them.
pub fn run() -> Outcome {
    let (events, incoming) = channel();
    let (outgoing, messages) = channel::<Outgoing>();
    let reader = events.clone();
    thread::spawn(move || read_all(&reader));
    let writer = thread::spawn(move || {
        let mut output = BufWriter::new(io::stdout().lock());
        // Once the output is closed, no answer can be sent.
        while let Ok(message) = messages.recv()
            && transport::write(&mut output, &message).is_ok()
        {}
    });
    let outcome = Server::new(events, outgoing).run(&incoming);
    // The last replies are still to be written.
    let _ = writer.join();
    outcome
}

fn read_all(events: &Sender<Event>) {
    let mut input = BufReader::new(io::stdin().lock());
    loop {
        let event = match transport::read(&mut input) {
            Ok(Some(incoming)) => Event::Incoming(incoming),
            Ok(None) => Event::End(None),
            Err(error) => Event::End(Some(error)),
        };
        let is_end = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

/// An open document.
struct Document {
    uri: Uri,
    version: i32,
    worker: Worker,
    /// The files it includes, as of the last check.
    includes: Vec<String>,
    /// It is open for the sake of a header that is; the client knows nothing of it.
    is_host: bool,
}

impl Document {
    /// A document that nothing is known of yet, once its worker is there.
    fn starter(uri: Uri, version: i32, is_host: bool) -> impl FnOnce(Worker) -> Document {
        move |worker| Document { uri, version, worker, includes: Vec::new(), is_host }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    New,
    Running,
    ShutDown,
}

struct Server {
    events: Sender<Event>,
    outgoing: Arc<Sender<Outgoing>>,
    phase: Phase,
    client: Client,
    databases: Databases,
    encoding: Encoding,
    documents: Arc<Documents>,
    cancelled: Arc<Cancelled>,
    open: BTreeMap<String, Document>,
    /// Requests that all documents answer.
    gathering: Vec<Gathering>,
    /// Requests that other documents are asked too, once the one that they are about has answered.
    shared: Vec<(RequestId, String, Shared)>,
    n_gathered: u64,
    /// What each open document found, by the path of the file that it is about.
    found: BTreeMap<String, BTreeMap<String, Vec<lsp_types::Diagnostic>>>,
    /// The files that are not open.
    workspace: Option<Workspace>,
    /// What each of them includes.
    closed: BTreeMap<String, Vec<String>>,
    /// The client tells of changed files if it is asked to.
    watches: bool,
    progress: FilesProgress,
    announcer: Announcer,
    /// Files that are not open and that the compiler has died of.
    skipped: Skipped,
}

impl Server {
    fn new(events: Sender<Event>, outgoing: Sender<Outgoing>) -> Server {
        let outgoing = Arc::new(outgoing);
        Server {
            events,
            announcer: Announcer::new(&outgoing),
            skipped: Skipped::default(),
            outgoing,
            phase: Phase::New,
            client: Client::default(),
            databases: Databases::default(),
            encoding: Encoding::default(),
            documents: Arc::default(),
            cancelled: Arc::default(),
            open: BTreeMap::new(),
            gathering: Vec::new(),
            shared: Vec::new(),
            n_gathered: 0,
            found: BTreeMap::new(),
            workspace: None,
            closed: BTreeMap::new(),
            watches: false,
            progress: FilesProgress::default(),
        }
    }

    fn run(mut self, events: &Receiver<Event>) -> Outcome {
        while let Ok(event) = events.recv() {
            match event {
                Event::Incoming(Incoming::Message(Message::Notification(notification)))
                    if notification.method == notification::Exit::METHOD =>
                {
                    return match self.phase {
                        Phase::ShutDown => Outcome::Clean,
                        Phase::New | Phase::Running => Outcome::Abrupt,
                    };
                }
                Event::End(error) => {
                    if let Some(error) = error {
                        say(&format!("tilec lsp: {error}\n"));
                    }
                    return Outcome::Abrupt;
                }
                event => {
                    let handled = catch_unwind(AssertUnwindSafe(|| self.handle(event)));
                    if let Err(panic) = handled {
                        self.log(&format!("a bug in the server: {}", panic_text(panic.as_ref())));
                    }
                }
            }
        }
        Outcome::Abrupt
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Incoming(Incoming::Malformed(reply)) => self.send(Outgoing::Raw(reply)),
            Event::Incoming(Incoming::Message(message)) => match message {
                Message::Request(request) => self.request(request),
                Message::Notification(notification) => self.notification(notification),
                // Nothing that the server asks waits for its answer.
                Message::Response(_) => {}
            },
            Event::Report(report) => self.report(report),
            Event::End(_) => {}
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match (self.phase, method.as_str()) {
            (Phase::New, request::Initialize::METHOD) => self.initialize(id, params),
            (Phase::New, _) => {
                self.refuse(
                    id,
                    ErrorCode::ServerNotInitialized,
                    "the first request is `initialize`",
                );
            }
            (Phase::ShutDown, _) => {
                self.refuse(id, ErrorCode::InvalidRequest, "the server is shut down");
            }
            (Phase::Running, request::Initialize::METHOD) => {
                self.refuse(id, ErrorCode::InvalidRequest, "`initialize` was sent already");
            }
            (Phase::Running, request::Shutdown::METHOD) => {
                self.phase = Phase::ShutDown;
                self.open.clear();
                self.send(Message::from(Response::new_ok(id, Value::Null)));
            }
            (Phase::Running, request::WorkspaceSymbolRequest::METHOD) => {
                self.gather(id, &method, &params);
            }
            (Phase::Running, method) if dispatch::is_known(method) => {
                let method = method.to_owned();
                self.ask(id, method, params);
            }
            (Phase::Running, method) => {
                let message = format!("{method} is not supported");
                self.refuse(id, ErrorCode::MethodNotFound, &message);
            }
        }
    }

    fn initialize(&mut self, id: RequestId, params: Value) {
        let params: Initialize = match serde_json::from_value(params) {
            Ok(params) => params,
            Err(error) => {
                return self.refuse(id, ErrorCode::InvalidParams, &error.to_string());
            }
        };
        self.encoding = Encoding::negotiate(params.encodings());
        self.client.snippets = params.takes_snippets();
        self.watches = params.watches_files();
        self.progress.is_wanted = params.shows_progress();
        if let Some(options) = params.initialization_options {
            self.configure(options);
        }
        self.start_workspace(params.workspace_folders, params.root_uri);
        self.phase = Phase::Running;
        let result = InitializeResult {
            capabilities: feature::capabilities(self.encoding),
            server_info: Some(ServerInfo {
                name: "tilec".into(),
                version: Some(env!("CARGO_PKG_VERSION").into()),
            }),
        };
        self.send(Message::from(Response::new_ok(id, json!(result))));
    }

    fn configure(&mut self, options: Value) {
        let options = options.get("tilec").cloned().unwrap_or(options);
        if options.is_null() {
            return;
        }
        match serde_json::from_value::<Client>(options) {
            Ok(client) => self.client = Client { snippets: self.client.snippets, ..client },
            Err(error) => self.log(&format!("invalid settings: {error}")),
        }
    }

    /// Starts the thread for the files of the client's folders, if it has any.
    fn start_workspace(&mut self, folders: Option<Vec<WorkspaceFolder>>, root: Option<Uri>) {
        let folders = folders.unwrap_or_default().into_iter().map(|folder| folder.uri);
        let mut folders: Vec<String> = folders.map(|uri| headers::path_of(&uri)).collect();
        if folders.is_empty() {
            folders.extend(root.map(|uri| headers::path_of(&uri)));
        }
        folders.retain(|folder| folder.starts_with('/'));
        if folders.is_empty() || !self.client.workspace {
            return;
        }
        let (documents, encoding) = (self.documents.clone(), self.encoding);
        let (announcer, skipped) = (self.announcer.clone(), self.skipped.clone());
        let watched = (announcer, skipped);
        match Workspace::start(folders, documents, encoding, watched, self.reports()) {
            Ok(workspace) => self.workspace = Some(workspace),
            Err(error) => self.log(&format!("no thread for the workspace: {error}")),
        }
    }

    /// What threads report with.
    fn reports(&self) -> impl Fn(Report) + Send + use<> {
        let events = self.events.clone();
        move |report| {
            // The loop has ended; so will the thread.
            let _ = events.send(Event::Report(report));
        }
    }

    /// The client is ready: asks it to tell of changed files, and has the closed ones checked.
    fn initialized(&mut self) {
        if self.workspace.is_none() {
            return;
        }
        if self.watches {
            let kinds = "**/*.{cu,cuh,h,hpp,toml,json}";
            let options = json!({ "watchers": [{ "globPattern": kinds }] });
            let method = notification::DidChangeWatchedFiles::METHOD;
            let registration =
                json!({ "id": "tilec/files", "method": method, "registerOptions": options });
            let params = json!({ "registrations": [registration] });
            let id = RequestId::from("tilec/register".to_owned());
            let method = request::RegisterCapability::METHOD.to_owned();
            self.send(Message::from(Request { id, method, params }));
        }
        self.check_files(None);
    }

    /// Has closed files checked: all, or some.
    fn check_files(&self, only: Option<Vec<String>>) {
        if let Some(workspace) = &self.workspace {
            workspace.send(Job::CheckFiles { client: self.client.clone(), only });
        }
    }

    /// Hands a request to the worker of its document.
    fn ask(&mut self, id: RequestId, method: String, params: Value) {
        let uri = document_of(&params).and_then(|uri| uri.parse::<Uri>().ok());
        let path =
            uri.map(|uri| headers::path_of(&uri)).filter(|path| self.open.contains_key(path));
        let Some(path) = path else {
            return self.refuse(id, ErrorCode::InvalidParams, "the document is not open");
        };
        let host = self.host(&path).to_owned();
        if let Some(kind) = Shared::of(&method, &params)
            && (self.open.len() > 1 || self.workspace.is_some())
        {
            self.shared.push((id.clone(), host.clone(), kind));
        }
        let document = Some(path).filter(|path| *path != host);
        if let Some(host) = self.open.get(&host) {
            host.worker.ask(Ask { id, method, params, document });
        }
    }

    /// The document whose program a document is seen in: a header in that of a file which includes
    /// it, so that it need not be complete by itself, and its templates are seen as they are used.
    fn host<'s>(&'s self, path: &'s str) -> &'s str {
        let includes = |document: &Document| document.includes.iter().any(|file| file == path);
        match is_header(path) {
            true => {
                let mut hosts = self
                    .open
                    .iter()
                    .filter(|(host, document)| !is_header(host) && includes(document));
                hosts.next().map_or(path, |(host, _)| host)
            }
            false => path,
        }
    }

    /// Asks all documents; their lists are one list for the client.
    fn gather(&mut self, client: RequestId, method: &str, params: &Value) {
        self.n_gathered += 1;
        let own = RequestId::from(format!("tilec/{}", self.n_gathered));
        for document in self.open.values() {
            let (id, method, params) = (own.clone(), method.to_owned(), params.clone());
            document.worker.ask(Ask { id, method, params, document: None });
        }
        let n_missing = self.open.len() + self.ask_closed(&own, method, params);
        let kind = Shared::List;
        let (list, is_outdated) = (Vec::new(), false);
        self.gathering.push(Gathering { client, own, n_missing, list, kind, is_outdated });
        self.finish_gathering();
    }

    /// Asks the files that are not open; the number of answers to wait for.
    fn ask_closed(&self, own: &RequestId, method: &str, params: &Value) -> usize {
        let Some(workspace) = &self.workspace else { return 0 };
        let (own, method, params) = (own.clone(), method.to_owned(), params.clone());
        workspace.send(Job::Ask { client: self.client.clone(), own, method, params });
        1
    }

    /// Takes an answer that is part of a list; gives back one that is not.
    fn gathered(&mut self, response: Response) -> Option<Response> {
        let waiting = self.gathering.iter_mut().find(|waiting| waiting.own == response.id);
        let Some(waiting) = waiting else { return Some(response) };
        waiting.n_missing = waiting.n_missing.saturating_sub(1);
        // A document that was changed has nothing to say now.
        waiting.is_outdated |= response.response_result.is_err();
        if let Ok(Value::Array(list)) = response.response_result {
            for item in list {
                if !waiting.list.contains(&item) {
                    waiting.list.push(item);
                }
            }
        }
        self.finish_gathering();
        None
    }

    fn finish_gathering(&mut self) {
        let (done, waiting) = std::mem::take(&mut self.gathering)
            .into_iter()
            .partition(|gathering: &Gathering| gathering.n_missing == 0);
        self.gathering = waiting;
        for Gathering { client, list, kind, is_outdated, .. } in done {
            // A list may lack something; a name that is changed in some places is a broken program.
            if is_outdated && matches!(kind, Shared::Rename { .. }) {
                self.refuse(client, ErrorCode::ContentModified, "a document was changed");
            } else {
                self.send(Message::from(Response::new_ok(client, kind.answer(list))));
            }
        }
    }

    /// Asks the other documents for the name that one has answered about; gives back an answer that
    /// needs no others.
    fn shared(&mut self, response: Response) -> Option<Response> {
        let index = self.shared.iter().position(|(id, ..)| *id == response.id);
        let Some(index) = index else { return Some(response) };
        let (client, owner, kind) = self.shared.remove(index);
        let Ok(answer) = &response.response_result else { return Some(response) };
        let list = kind.places(answer);
        let others = self.open.iter().filter(|(path, _)| **path != owner);
        let others: Vec<&Document> = others.map(|(_, document)| document).collect();
        // Places in files that several programs have lead from one to the other.
        let owner_uri = self.open.get(&owner).map(|document| document.uri.as_str().to_owned());
        let in_header = list.iter().filter(|place| place["uri"].as_str() != owner_uri.as_deref());
        let mut places: Vec<&Value> = in_header.take(MAX_PLACES).collect();
        if places.is_empty() {
            places.extend(list.first());
        }
        if places.is_empty() || (others.is_empty() && self.workspace.is_none()) {
            return Some(response);
        }
        self.n_gathered += 1;
        let own = RequestId::from(format!("tilec/{}", self.n_gathered));
        let declarations = kind != Shared::References { declarations: false };
        let params = json!({ "places": places, "declarations": declarations });
        let method = feature::references::Places::METHOD;
        for document in &others {
            let (id, method, params) = (own.clone(), method.to_owned(), params.clone());
            document.worker.ask(Ask { id, method, params, document: None });
        }
        let n_missing = others.len() + self.ask_closed(&own, method, &params);
        let is_outdated = false;
        self.gathering.push(Gathering { client, own, n_missing, list, kind, is_outdated });
        None
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        if method == busy::SKIP {
            let paths = params["paths"].as_array().into_iter().flatten();
            return self.skipped.set(paths.filter_map(Value::as_str).map(str::to_owned).collect());
        }
        if self.phase != Phase::Running {
            return;
        }
        match method.as_str() {
            notification::DidOpenTextDocument::METHOD => self.with(params, Server::opened),
            notification::DidChangeTextDocument::METHOD => self.with(params, Server::changed),
            notification::DidCloseTextDocument::METHOD => self.with(params, Server::closed),
            notification::DidSaveTextDocument::METHOD => self.with(params, Server::saved),
            notification::DidChangeConfiguration::METHOD => self.with(params, Server::configured),
            notification::Initialized::METHOD => self.initialized(),
            notification::DidChangeWatchedFiles::METHOD => {
                self.check_all();
                self.check_files(None);
            }
            notification::Cancel::METHOD => {
                if let Ok(id) = serde_json::from_value(params["id"].clone()) {
                    self.cancelled.add(id);
                }
            }
            // Others are not for us, or are said by clients whether anybody wants to know or not.
            _ => {}
        }
    }

    /// Handles a notification whose parameters are as they should be.
    fn with<P: DeserializeOwned>(&mut self, params: Value, handle: fn(&mut Server, P)) {
        match serde_json::from_value(params) {
            Ok(params) => handle(self, params),
            Err(error) => self.log(&format!("invalid notification: {error}")),
        }
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let path = headers::path_of(&document.uri);
        self.documents.set(&path, document.text.into());
        let (uri, version) = (document.uri, document.version);
        self.start(&path, Document::starter(uri, version, false));
        self.check_includers(&path);
        self.host_headers();
    }

    /// Starts the worker of a document and has it check.
    fn start(&mut self, path: &str, document: impl FnOnce(Worker) -> Document) {
        let (documents, cancelled) = (self.documents.clone(), self.cancelled.clone());
        let announcer = self.announcer.clone();
        match Worker::start(path, documents, cancelled, announcer, self.reports()) {
            Ok(worker) => {
                self.open.insert(path.to_owned(), document(worker));
                self.check(path);
            }
            Err(error) => self.log(&format!("no thread for {path}: {error}")),
        }
    }

    /// Opens, for each open header that no open file includes, a closed one that does, and closes
    /// those that no header needs: a template is seen as the workspace uses it.
    fn host_headers(&mut self) {
        let mut needed: BTreeSet<String> = BTreeSet::new();
        let lists = |files: &[String], header: &str| files.iter().any(|file| file == header);
        let of_client = |document: &&Document| !document.is_host;
        for header in self.open.keys().filter(|path| is_header(path)) {
            let sources = || self.open.iter().filter(|(path, _)| !is_header(path));
            if sources().any(|(_, of)| of_client(&of) && lists(&of.includes, header)) {
                continue;
            }
            let hosts = sources().filter(|(_, of)| of.is_host && lists(&of.includes, header));
            let closed = self.closed.iter().filter(|(_, includes)| lists(includes, header));
            let mut host = hosts.map(|(path, _)| path).chain(closed.map(|(path, _)| path));
            let host = host.find(|path| !self.skipped.contains(path));
            needed.extend(host.cloned());
        }
        let unneeded = |(path, document): (&String, &Document)| {
            (document.is_host && !needed.contains(path)).then(|| path.clone())
        };
        for path in self.open.iter().filter_map(unneeded).collect::<Vec<_>>() {
            self.open.remove(&path);
        }
        for path in needed {
            if !self.open.contains_key(&path)
                && let Some(uri) = headers::uri_of(&path)
            {
                // What it includes is known before its first check has ended.
                let includes = self.closed.get(&path).cloned().unwrap_or_default();
                self.start(&path, move |worker| Document {
                    includes,
                    ..Document::starter(uri, 0, true)(worker)
                });
            }
        }
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let path = headers::path_of(&params.text_document.uri);
        let Some(document) = self.open.get_mut(&path) else { return };
        let Some(text) = self.documents.get(&path) else { return };
        let mut text = text.to_string();
        for change in &params.content_changes {
            text::apply(&mut text, change, self.encoding);
        }
        document.version = params.text_document.version;
        // A check that reads the new text already must not answer what was asked about the old one.
        document.worker.interrupt.raise();
        self.documents.set(&path, text.into());
        self.check(&path);
        self.check_includers(&path);
    }

    fn closed(&mut self, params: DidCloseTextDocumentParams) {
        let path = headers::path_of(&params.text_document.uri);
        self.documents.remove(&path);
        let included = self.open.remove(&path).map(|document| document.includes);
        let about = self.found.remove(&path).unwrap_or_default();
        let included = included.into_iter().flatten();
        let hosted = included.filter(|file| self.open.contains_key(file));
        let changed: BTreeSet<String> = about.into_keys().chain(hosted).collect();
        for path in changed {
            self.publish(&path);
        }
        self.check_includers(&path);
        self.host_headers();
        if self.workspace.as_ref().is_some_and(|workspace| workspace.contains(&path)) {
            self.check_files(Some(vec![path]));
        }
    }

    fn saved(&mut self, params: DidSaveTextDocumentParams) {
        let path = headers::path_of(&params.text_document.uri);
        if !self.open.contains_key(&path) {
            self.check_all();
        }
        let includers = self.closed.iter().filter(|(_, includes)| includes.contains(&path));
        let includers: Vec<String> = includers.map(|(path, _)| path.clone()).collect();
        if !includers.is_empty() {
            self.check_files(Some(includers));
        }
    }

    fn configured(&mut self, params: DidChangeConfigurationParams) {
        self.configure(params.settings);
        self.check_all();
        self.check_files(None);
    }

    fn check(&mut self, path: &str) {
        let text = self.documents.load(path).unwrap_or_default();
        let databases = &mut self.databases;
        match config::settings(&self.client, databases, path, &text, self.encoding) {
            Ok(settings) => {
                if let Some(document) = self.open.get_mut(path) {
                    document.worker.check(document.version, settings);
                }
            }
            Err(problem) => self.log(&problem),
        }
    }

    fn check_all(&mut self) {
        for path in self.open.keys().cloned().collect::<Vec<_>>() {
            self.check(&path);
        }
    }

    /// Checks the open documents that include a file.
    fn check_includers(&mut self, path: &str) {
        let includes = |document: &Document| document.includes.iter().any(|file| file == path);
        let open = self.open.iter().filter(|(_, document)| includes(document));
        for includer in open.map(|(path, _)| path.clone()).collect::<Vec<_>>() {
            self.check(&includer);
        }
    }

    fn report(&mut self, report: Report) {
        match report {
            Report::Answer(response) => {
                let rest = self.gathered(response).and_then(|response| self.shared(response));
                if let Some(response) = rest {
                    self.send(Message::from(response));
                }
            }
            Report::Log(text) => self.log(&text),
            Report::Progress { done, total } => {
                self.progress.messages(done, total).into_iter().for_each(|told| self.send(told));
            }
            Report::Found { path, version, findings } => self.found(&path, version, findings),
            Report::Checked { path, findings } => self.checked(path, findings),
        }
    }

    /// Takes what was found in a file that is not open.
    fn checked(&mut self, path: String, findings: Option<Findings>) {
        if self.open.contains_key(&path) {
            return;
        }
        let before = self.found.remove(&path).unwrap_or_default();
        let mut changed: BTreeSet<String> = before.into_keys().collect();
        match findings {
            Some(Findings { by_path, includes }) => {
                changed.extend(by_path.keys().cloned());
                self.found.insert(path.clone(), by_path);
                self.closed.insert(path, includes);
            }
            None => drop(self.closed.remove(&path)),
        }
        for path in changed {
            self.publish(&path);
        }
        self.host_headers();
    }

    fn found(&mut self, path: &str, version: i32, findings: Findings) {
        let Some(document) = self.open.get_mut(path) else { return };
        if document.version != version {
            return;
        }
        // Headers that are open may be seen through another document now.
        let included_before = std::mem::replace(&mut document.includes, findings.includes);
        let included = document.includes.iter().chain(&included_before);
        let hosted: Vec<String> =
            included.filter(|file| self.found.contains_key(*file)).cloned().collect();
        let before = self.found.insert(path.into(), findings.by_path).unwrap_or_default();
        let now = self.found.get(path).into_iter().flat_map(BTreeMap::keys);
        let changed: BTreeSet<String> = before.keys().chain(now).chain(&hosted).cloned().collect();
        for path in changed {
            self.publish(&path);
        }
        self.host_headers();
    }

    /// Publishes what all documents found in a file.
    fn publish(&mut self, path: &str) {
        // The user cannot change our own headers.
        if path.starts_with(lang::pp::EMBEDDED_DIR) {
            return;
        }
        let document = self.open.get(path);
        let uri = document.map(|document| document.uri.clone());
        let Some(uri) = uri.or_else(|| headers::uri_of(path)) else { return };
        // The files that include a header may declare what it lacks.
        let is_hosted = self.host(path) != path;
        let mut diagnostics: Vec<lsp_types::Diagnostic> = Vec::new();
        // What closed files found in an open header may be out of date.
        let is_open = document.is_some();
        let found = self.found.iter().filter(|(source, _)| {
            (!is_hosted || *source != path) && (!is_open || self.open.contains_key(*source))
        });
        for diagnostic in found.filter_map(|(_, by_path)| by_path.get(path)).flatten() {
            if !diagnostics.contains(diagnostic) {
                diagnostics.push(diagnostic.clone());
            }
        }
        let known = document.filter(|document| !document.is_host);
        let version = known.map(|document| document.version);
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        self.notify(notification::PublishDiagnostics::METHOD, json!(params));
    }

    fn log(&self, message: &str) {
        let params = LogMessageParams { typ: MessageType::ERROR, message: message.to_owned() };
        self.notify(notification::LogMessage::METHOD, json!(params));
    }

    fn notify(&self, method: &str, params: Value) {
        let method = method.to_owned();
        self.send(Message::from(Notification { method, params }));
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, message: &str) {
        self.send(Message::from(Response::new_err(id, code as i32, message.to_owned())));
    }

    fn send(&self, message: impl Into<Outgoing>) {
        // A writer that is gone means a client that is gone: the input ends too.
        let _ = self.outgoing.send(message.into());
    }
}

/// Whether a file is meant to be included, by its name.
fn is_header(path: &str) -> bool {
    let endings = [".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".inc"];
    endings.iter().any(|ending| path.ends_with(ending))
}

/// The URI of the document that a request is about.
fn document_of(params: &Value) -> Option<&str> {
    // What a client sends back has the document in its data.
    let data = params.get("item").unwrap_or(params).get("data");
    let document = params.get("textDocument").or(data)?;
    document.get("uri")?.as_str()
}
