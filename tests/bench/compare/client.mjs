// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright 2026 The Gatehouse developers
//
// client.mjs SDK SERVER CALLS CONCURRENCY: what bench-calls does, with a TypeScript SDK ("sdk" or "client").
// SERVER is a program or a URL. Prints the same line. The packages are those of tests/peers.
const [, , sdk, server, calls, concurrency] = process.argv;
const peers = new URL('../../peers/node_modules/@modelcontextprotocol/', import.meta.url);
const modules = {
  sdk: ['sdk/dist/esm/client/index.js', 'sdk/dist/esm/client/stdio.js', 'sdk/dist/esm/client/streamableHttp.js'],
  client: ['client/dist/index.mjs', 'client/dist/stdio.mjs', 'client/dist/index.mjs'],
}[sdk];
const { Client } = await import(new URL(modules[0], peers));
const { StdioClientTransport } = await import(new URL(modules[1], peers));
const { StreamableHTTPClientTransport } = await import(new URL(modules[2], peers));

const client = new Client({ name: 'bench', version: '1' }, { capabilities: {} });
await client.connect(server.startsWith('http') ? new StreamableHTTPClientTransport(new URL(server))
  : new StdioClientTransport({ command: server, args: [] }));

async function run(count, parallel) {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left--;
      const result = await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
      if (result.content[0].text !== 'hello') throw new Error('no echo');
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

await run(2000, +concurrency);
const cpu = process.cpuUsage();
const start = performance.now();
await run(+calls, +concurrency);
const seconds = (performance.now() - start) / 1e3;
const used = process.cpuUsage(cpu);
console.log(JSON.stringify({
  client: sdk,
  concurrency: +concurrency,
  calls_per_second: Math.round(calls / seconds),
  cpu_us_per_call: +((used.user + used.system) / calls).toFixed(1),
}));
await client.close();
