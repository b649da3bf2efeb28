// The client of `tilec lsp`: starts the server, and shows what the compiler makes beside the source.

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

const SCHEME = 'tilec-emitted';

let client;

/** Texts that the compiler made, by the path of their document. */
class Emitted {
  constructor() {
    this.texts = new Map();
    this.changed = new vscode.EventEmitter();
    this.onDidChange = this.changed.event;
    this.highlight = vscode.window.createTextEditorDecorationType({
      backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
      isWholeLine: true,
    });
  }

  provideTextDocumentContent(uri) {
    return this.texts.get(uri.path)?.text ?? '';
  }

  async show(source, kernel, kind) {
    const params = { textDocument: { uri: source.toString() }, kind, kernel };
    let made;
    try {
      made = await client.sendRequest('tilec/emit', params);
    } catch (error) {
      vscode.window.showErrorMessage(`tilec: ${error.message}`);
      return;
    }
    const name = (kernel ?? source.path.split('/').pop()).replace(/[^\w<>,.-]/g, '_');
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}.${kind}` });
    this.texts.set(uri.path, { ...made, source: source.toString() });
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
    });
  }

  /** Marks the lines that come from where the cursor is. */
  follow(editor) {
    const source = editor.document.uri.toString();
    const line = editor.selection.active.line;
    for (const other of vscode.window.visibleTextEditors) {
      const made = other.document.uri.scheme === SCHEME
        && this.texts.get(other.document.uri.path);
      if (made && made.source === source) {
        const lines = made.lines.filter((origin) => origin.source === line);
        const ranges = lines.map((origin) => new vscode.Range(origin.line, 0, origin.line, 0));
        other.setDecorations(this.highlight, ranges);
      }
    }
  }
}

function start() {
  const settings = vscode.workspace.getConfiguration('tilec');
  const command = settings.get('path');
  client = new LanguageClient(
    'tilec',
    'tilec',
    { command, args: ['lsp'] },
    {
      documentSelector: [{ language: 'cuda-cpp' }, { language: 'cuda' }],
      initializationOptions: {
        flags: settings.get('flags'),
        instantiate: settings.get('instantiate'),
        inlayHints: settings.get('inlayHints'),
        workspace: settings.get('workspace'),
      },
      synchronize: {
        configurationSection: 'tilec',
        fileEvents: vscode.workspace.createFileSystemWatcher(
          '**/{tilec.toml,compile_commands.json,*.cu,*.cuh,*.h}',
        ),
      },
    },
  );
  return client.start();
}

/** Asks for the arguments and runs a kernel in a terminal. */
async function run(uri, kernel) {
  const asked = await vscode.window.showInputBox({
    prompt: `Arguments of ${kernel}`,
    placeHolder: '--grid 8 --arg f32[1024]=iota --arg out:f32[1024]>/tmp/out.npy',
  });
  if (asked !== undefined) {
    // What is run is the file.
    const file = vscode.Uri.parse(uri).fsPath;
    await vscode.workspace.textDocuments.find((open) => open.uri.fsPath === file)?.save();
    const terminal = vscode.window.createTerminal('tilec');
    const program = vscode.workspace.getConfiguration('tilec').get('path');
    terminal.show();
    terminal.sendText(`${program} run '${file}' --device cpu --kernel '${kernel}' ${asked}`);
  }
}

function activate(context) {
  const emitted = new Emitted();
  const command = (name, act) => vscode.commands.registerCommand(name, act);
  const shown = (kind) => () => {
    const editor = vscode.window.activeTextEditor;
    return editor && emitted.show(editor.document.uri, undefined, kind);
  };
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, emitted),
    vscode.window.onDidChangeTextEditorSelection((event) => emitted.follow(event.textEditor)),
    command('tilec.emit', (uri, kernel, kind) => emitted.show(vscode.Uri.parse(uri), kernel, kind)),
    command('tilec.run', run),
    command('tilec.showPtx', shown('ptx')),
    command('tilec.showTileIr', shown('tir')),
    command('tilec.restart', async () => {
      await client?.stop();
      await start();
    }),
  );
  return start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
