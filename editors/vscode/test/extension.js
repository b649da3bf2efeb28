// The extension itself, with the editor played: its commands, what they ask of the server, what they show.

const assert = require('assert');
const Module = require('module');
const path = require('path');
const { fileURLToPath, pathToFileURL } = require('url');

class Uri {
  constructor(parts) { Object.assign(this, parts); }
  static from(parts) { return new Uri(parts); }
  static parse(text) { return new Uri({ scheme: 'file', path: fileURLToPath(text) }); }
  get fsPath() { return this.path; }
  toString() { return this.scheme === 'file' ? pathToFileURL(this.path).href : `${this.scheme}:${this.path}`; }
}

const log = [];
const settings = { path: '/opt/tilec', flags: ['-DN=4'], instantiate: ['k<2>'], inlayHints: {}, workspace: true };
const commands = new Map();
const providers = new Map();
const kernel = {
  uri: Uri.parse('file:///work/a%20b/kernel.cu'),
  save: async () => log.push('saved'),
};
const source = { document: kernel, selection: { active: { line: 3 } } };
const beside = { document: null, setDecorations: (_, ranges) => log.push(['marked', ranges.map((r) => r.line)]) };
let moved;
let input;

const vscode = {
  Uri,
  Range: class { constructor(line) { this.line = line; } },
  ThemeColor: class {},
  EventEmitter: class { constructor() { this.event = () => {}; } fire(uri) { log.push(['changed', uri.path]); } },
  ViewColumn: { Beside: -2 },
  commands: { registerCommand: (name, act) => commands.set(name, act) },
  window: {
    activeTextEditor: source,
    get visibleTextEditors() { return beside.document ? [source, beside] : [source]; },
    createTextEditorDecorationType: () => ({}),
    onDidChangeTextEditorSelection: (act) => { moved = act; },
    showTextDocument: async (document, { viewColumn }) => {
      assert.strictEqual(viewColumn, vscode.ViewColumn.Beside);
      beside.document = document;
    },
    showErrorMessage: (text) => log.push(['error', text]),
    showInputBox: async () => input,
    createTerminal: () => ({ show() {}, sendText: (text) => log.push(['terminal', text]) }),
  },
  workspace: {
    textDocuments: [kernel],
    getConfiguration: () => ({ get: (name) => settings[name] }),
    createFileSystemWatcher: (pattern) => pattern,
    registerTextDocumentContentProvider: (scheme, provider) => providers.set(scheme, provider),
    openTextDocument: async (uri) => ({ uri, text: providers.get(uri.scheme).provideTextDocumentContent(uri) }),
  },
};

class LanguageClient {
  constructor(...given) { log.push(['client', given[2], given[3].initializationOptions]); }
  async start() { log.push('started'); }
  async stop() { log.push('stopped'); }
  async sendRequest(method, params) {
    log.push([method, params]);
    if (params.kernel === 'none') throw new Error('there is no kernel none');
    return { text: 'first\nsecond\n', lines: [{ line: 1, source: 3 }] };
  }
}

const load = Module._load;
Module._load = (name, ...rest) => {
  if (name === 'vscode') return vscode;
  if (name === 'vscode-languageclient/node') return { LanguageClient };
  return load(name, ...rest);
};
const extension = require(path.join(__dirname, '..', 'src', 'extension.js'));

(async () => {
  const took = () => log.splice(0);
  await extension.activate({ subscriptions: [] });
  const { path: command, ...options } = settings;
  assert.deepStrictEqual(took(), [['client', { command, args: ['lsp'] }, options], 'started']);

  // A lens: the text comes beside, and the lines of the cursor are marked in it.
  const uri = kernel.uri.toString();
  await commands.get('tilec.emit')(uri, 'k<float, 4>', 'ptx');
  const params = { textDocument: { uri }, kind: 'ptx', kernel: 'k<float, 4>' };
  const shown = '/k<float,_4>.ptx';
  assert.deepStrictEqual(took(), [['tilec/emit', params], ['changed', shown]]);
  assert.strictEqual(beside.document.text, 'first\nsecond\n');
  moved({ textEditor: source });
  assert.deepStrictEqual(took(), [['marked', [1]]]);
  source.selection.active.line = 4;
  moved({ textEditor: source });
  assert.deepStrictEqual(took(), [['marked', []]]);

  // A command of the palette is about the document in front; an error is told.
  await commands.get('tilec.showTileIr')();
  assert.strictEqual(took()[0][1].kind, 'tir');
  assert.strictEqual(beside.document.uri.path, '/kernel.cu.tir');
  await commands.get('tilec.emit')(uri, 'none', 'ptx');
  assert.deepStrictEqual(took()[1], ['error', 'tilec: there is no kernel none']);

  // What is run is what the editor shows: it is saved before. Nothing happens if the user cancels.
  await commands.get('tilec.run')(uri, 'k<2>');
  assert.deepStrictEqual(took(), []);
  input = '--grid 2';
  await commands.get('tilec.run')(uri, 'k<2>');
  const line = "/opt/tilec run '/work/a b/kernel.cu' --device cpu --kernel 'k<2>' --grid 2";
  assert.deepStrictEqual(took(), ['saved', ['terminal', line]]);

  await commands.get('tilec.restart')();
  const [stopped, [client], started] = took();
  assert.deepStrictEqual([stopped, client, started], ['stopped', 'client', 'started']);
  await extension.deactivate();
  assert.deepStrictEqual(took(), ['stopped']);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
