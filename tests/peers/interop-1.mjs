// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright 2026 The Gatehouse developers
//
// A server of the TypeScript SDK's first generation (the legacy era), over stdio; with "--http" over
// Streamable HTTP and HTTP+SSE (prints the port). "drop" ends its stream before its answer.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

const text = (value) => ({ content: [{ type: 'text', text: value }] });
let cancelled = 0;

const weather = {
  name: 'get_weather', description: 'Says what the weather is like',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const user = (...content) => ({ role: 'user', content });

const makeServer = () => {
  const mcp = new McpServer({ name: 'interop-1', version: '1.0.0' }, { capabilities: { logging: {} } });
  const server = mcp.server;
  const tool = (name, inputSchema, run) => mcp.registerTool(name, { inputSchema }, run);

  tool('echo', { text: z.string() }, async (args) => text(args.text));
  tool('roots', {}, async () => text((await server.listRoots()).roots.map((r) => r.uri).join('\n')));
  tool('ask', { prompt: z.string() }, async ({ prompt }) => {
    const answer = await server.createMessage({
      messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens: 50,
    });
    return text(`The model said: ${answer.content.text}`);
  });
  // The tool loop: the model asks for a tool, the server runs it, until there is an answer.
  tool('plan', { prompt: z.string() }, async ({ prompt }) => {
    const messages = [user({ type: 'text', text: prompt })];
    for (;;) {
      const answer = await server.createMessage({
        messages, maxTokens: 50, tools: [weather],
        toolChoice: { mode: messages.length > 1 ? 'auto' : 'required' },
      });
      const content = [answer.content].flat();
      if (answer.stopReason !== 'toolUse')
        return text(`The model said: ${content[0].text}`);
      messages.push({ role: 'assistant', content });
      messages.push(user(...content.filter((block) => block.type === 'tool_use').map((use) => ({
        type: 'tool_result', toolUseId: use.id,
        content: [{ type: 'text', text: `12 degrees in ${use.input.city}` }],
      }))));
    }
  });
  tool('confirm', {}, async () => {
    const answer = await server.elicitInput({
      message: 'Who travels?',
      requestedSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', default: 'Ada' },
          bags: { type: 'integer', minimum: 0, default: 2 },
        },
        required: ['name'],
      },
    });
    return text(`${answer.action} ${JSON.stringify(answer.content ?? null)}`);
  });
  tool('count', { to: z.number() }, async ({ to }, extra) => {
    const progressToken = extra._meta?.progressToken;
    for (let i = 1; i <= to; i++)
      await extra.sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress: i, total: to, message: `step ${i}` },
      });
    return text('counted');
  });
  tool('wait', {}, (_, extra) => new Promise((resolve) => {
    extra.signal.addEventListener('abort', () => { cancelled++; resolve(text('cancelled')); });
  }));
  tool('cancelled', {}, async () => text(String(cancelled)));
  tool('drop', {}, async (_, extra) => {
    extra.closeSSEStream?.();
    return text('after the break');
  });
  mcp.registerTool('sum', {
    inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() },
  }, async ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b },
  }));
  mcp.registerResource('static', 'test://static', { mimeType: 'text/plain' },
    async (uri) => ({ contents: [{ uri: uri.href, text: 'a static text' }] }));
  mcp.registerResource('item', new ResourceTemplate('test://item/{id}', { list: undefined }), {},
    async (uri, { id }) => ({ contents: [{ uri: uri.href, text: `item ${id}` }] }));
  mcp.registerPrompt('greet', {
    argsSchema: {
      name: completable(z.string(), (value) => ['Ada', 'Alan'].filter((n) => n.startsWith(value))),
    },
  }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Say hello to ${name}` } }],
  }));
  return mcp;
};

/* What a stream carried, to be given again after a break. */
class Events {
  #events = [];
  async storeEvent(streamId, message) {
    this.#events.push({ streamId, message });
    return String(this.#events.length);
  }
  async getStreamIdForEventId(eventId) {
    return this.#events[Number(eventId) - 1]?.streamId;
  }
  async replayEventsAfter(lastEventId, { send }) {
    const streamId = this.#events[Number(lastEventId) - 1]?.streamId;
    for (let i = Number(lastEventId); i < this.#events.length; i++)
      if (this.#events[i].streamId === streamId)
        await send(String(i + 1), this.#events[i].message);
    return streamId;
  }
}

const transports = new Map();

const streamable = async (req, res) => {
  let transport = transports.get(req.headers['mcp-session-id']);
  if (transport === undefined && req.headers['mcp-session-id'] !== undefined)
    return res.writeHead(404).end();
  if (transport === undefined) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID, eventStore: new Events(), retryInterval: 100,
      onsessioninitialized: (id) => transports.set(id, transport),
      onsessionclosed: (id) => transports.delete(id),
    });
    await makeServer().connect(transport);
  }
  return transport.handleRequest(req, res);
};

const sse = async (req, res, url) => {
  if (req.method === 'POST') {
    const known = transports.get(url.searchParams.get('sessionId'));
    return known !== undefined ? known.handlePostMessage(req, res) : res.writeHead(405).end();
  }
  const transport = new SSEServerTransport('/messages', res);
  transports.set(transport.sessionId, transport);
  return makeServer().connect(transport);
};

if (process.argv[2] === '--http') {
  const http = createServer((req, res) => {
    const url = new URL(req.url, 'http://127.0.0.1');
    if (url.pathname === '/mcp')
      streamable(req, res);
    else if (url.pathname === '/forget')
      transports.clear(), res.end();
    else
      sse(req, res, url);
  });
  http.listen(0, '127.0.0.1', () => console.log(http.address().port));
  process.stdin.on('end', () => process.exit(0)).resume();
} else {
  await makeServer().connect(new StdioServerTransport());
}
