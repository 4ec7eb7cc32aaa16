// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright 2026 The Gatehouse developers
//
// An MCP-like server that speaks HTTP/2 alone: node http2-server.mjs PEM-FILE. Writes its port in a
// line, and ends with its standard input. "hang" is answered by an event and then nothing; "count"
// says how many connections and streams there were, and with which codes hanging ones ended.
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';

const pem = readFileSync(process.argv[2]);
const server = createSecureServer({ key: pem, cert: pem });
let connections = 0;
let streams = 0;
const resets = [];

server.on('session', () => connections++);
server.on('stream', (stream, headers) => {
  let text = '';

  streams++;
  stream.on('error', () => {});
  stream.on('data', (data) => { text += data; });
  stream.on('end', () => {
    if (headers[':method'] !== 'POST') {
      stream.respond({ ':status': 405 });
      stream.end();
      return;
    }
    const { id, method } = JSON.parse(text);
    if (method === 'hang') {
      stream.on('close', () => resets.push(stream.rstCode));
      stream.respond({ ':status': 200, 'content-type': 'text/event-stream' });
      stream.write('data: {"jsonrpc":"2.0","method":"hanging"}\n\n');
      return;
    }
    const answer = { jsonrpc: '2.0', id, result: { connections, streams, resets } };
    stream.respond({ ':status': 200, 'content-type': 'application/json' });
    stream.end(JSON.stringify(answer));
  });
});
process.stdin.on('end', () => process.exit(0)).resume();
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
