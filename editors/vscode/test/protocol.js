// What the extension relies on, checked without an editor: its manifest, its source, its server.

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');

const folder = path.join(__dirname, '..');
const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
const source = fs.readFileSync(path.join(folder, manifest.main), 'utf8');

// Each command of the manifest is registered, and each setting read.
for (const { command } of manifest.contributes.commands) {
  assert(source.includes(`'${command}'`), `${command} is not registered`);
}
for (const setting of Object.keys(manifest.contributes.configuration.properties)) {
  assert(source.includes(`'${setting.replace('tilec.', '')}'`), `${setting} is not read`);
}
for (const { configuration } of manifest.contributes.languages) {
  JSON.parse(fs.readFileSync(path.join(folder, configuration), 'utf8'));
}

const server = spawn(process.env.TILEC || 'tilec', ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map();
let buffer = Buffer.alloc(0);

server.stdout.on('data', (data) => {
  buffer = Buffer.concat([buffer, data]);
  for (;;) {
    const end = buffer.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, end).toString())[1]);
    if (buffer.length < end + 4 + length) return;
    const message = JSON.parse(buffer.subarray(end + 4, end + 4 + length).toString());
    buffer = buffer.subarray(end + 4 + length);
    const key = message.id ?? message.method;
    waiting.get(key)?.(message);
    waiting.delete(key);
  }
});

const send = (message) => {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
};
const wait = (key) => new Promise((resolve) => waiting.set(key, resolve));
let nextId = 0;
const request = async (method, params) => {
  nextId += 1;
  const reply = wait(nextId);
  send({ id: nextId, method, params });
  const { result, error } = await reply;
  assert(!error, `${method}: ${error?.message}`);
  return result;
};

const KERNEL = `#include "cuda_tile.h"
__tile_global__ void k(int* p) { *p = 1; }
`;

(async () => {
  const initializationOptions = {};
  for (const name of ['flags', 'instantiate', 'inlayHints', 'workspace']) {
    initializationOptions[name] = manifest.contributes.configuration.properties[`tilec.${name}`].default;
  }
  const { capabilities } = await request('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    initializationOptions,
  });
  for (const name of ['hoverProvider', 'completionProvider', 'codeLensProvider', 'inlayHintProvider']) {
    assert(capabilities[name], `${name} is missing`);
  }
  send({ method: 'initialized', params: {} });
  const uri = 'file:///work/kernel.cu';
  const found = wait('textDocument/publishDiagnostics');
  const textDocument = { uri, languageId: 'cuda-cpp', version: 1, text: KERNEL };
  send({ method: 'textDocument/didOpen', params: { textDocument } });
  assert.deepStrictEqual((await found).params.diagnostics, []);
  const lenses = await request('textDocument/codeLens', { textDocument: { uri } });
  for (const lens of lenses.filter((lens) => lens.command)) {
    assert(source.includes(`'${lens.command.command}'`), `${lens.command.command} is not registered`);
  }
  const made = await request('tilec/emit', { textDocument: { uri }, kind: 'ptx' });
  assert(made.text.includes('.visible .entry'));
  await request('shutdown', null);
  send({ method: 'exit' });
  server.on('exit', (code) => {
    assert.strictEqual(code, 0);
    console.log('the extension and the server agree');
  });
})().catch((error) => {
  console.error(error);
  server.kill();
  process.exit(1);
});
