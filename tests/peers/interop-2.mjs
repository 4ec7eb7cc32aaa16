// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright 2026 The Gatehouse developers
//
// A server of the TypeScript SDK's second generation: one factory for both protocol eras, over
// stdio, or over HTTP with "--http" (prints the port).
import { createServer } from 'node:http';
import { Readable } from 'node:stream';

import { McpServer, ResourceTemplate, completable, createMcpHandler, inputRequired, inputResponse }
  from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const text = (value) => ({ content: [{ type: 'text', text: value }] });
let cancelled = 0;

const weather = {
  name: 'get_weather', description: 'Says what the weather is like',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const user = (...content) => ({ role: 'user', content });

const factory = () => {
  const server = new McpServer({ name: 'interop-2', version: '1.0.0' },
    { capabilities: { logging: {}, tools: { listChanged: true } } });

  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) },
    async (args) => text(args.text));

  server.registerTool('roots', { inputSchema: z.object({}) }, async (_, ctx) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'roots');
    if (answer.kind !== 'roots')
      return inputRequired({ inputRequests: { roots: inputRequired.listRoots() }, requestState: 'r\u00e9 1' });
    return text(answer.roots.map((root) => root.uri).join('\n'));
  });

  server.registerTool('ask', { inputSchema: z.object({ prompt: z.string() }) }, async (args, ctx) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'model');
    if (answer.kind !== 'sampling')
      return inputRequired({
        inputRequests: {
          model: inputRequired.createMessage({
            messages: [{ role: 'user', content: { type: 'text', text: args.prompt } }], maxTokens: 50,
          }),
        },
      });
    return text(`The model said: ${[answer.result.content].flat()[0].text}`);
  });

  // The tool loop, a round each: the model asks for a tool, the server runs it, the model answers.
  server.registerTool('plan', { inputSchema: z.object({ prompt: z.string() }) }, async (args, ctx) => {
    const ask = (name, messages, mode) => inputRequired({
      inputRequests: {
        [name]: inputRequired.createMessage({
          messages, maxTokens: 50, tools: [weather], toolChoice: { mode },
        }),
      },
    });
    const question = user({ type: 'text', text: args.prompt });
    const last = inputResponse(ctx.mcpReq.inputResponses, 'last');
    if (last.kind === 'sampling')
      return text(`The model said: ${[last.result.content].flat()[0].text}`);
    const first = inputResponse(ctx.mcpReq.inputResponses, 'first');
    if (first.kind !== 'sampling')
      return ask('first', [question], 'required');
    const content = [first.result.content].flat();
    return ask('last', [question, { role: 'assistant', content },
      user(...content.filter((block) => block.type === 'tool_use').map((use) => ({
        type: 'tool_result', toolUseId: use.id,
        content: [{ type: 'text', text: `12 degrees in ${use.input.city}` }],
      })))], 'auto');
  });

  server.registerTool('confirm', { inputSchema: z.object({}) }, async (_, ctx) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'who');
    if (answer.kind !== 'elicit')
      return inputRequired({
        inputRequests: {
          who: inputRequired.elicit({
            message: 'Who travels?',
            requestedSchema: {
              type: 'object',
              properties: {
                name: { type: 'string', default: 'Ada' },
                bags: { type: 'integer', minimum: 0, default: 2 },
              },
              required: ['name'],
            },
          }),
        },
      });
    return text(`${answer.action} ${JSON.stringify(answer.content ?? null)}`);
  });

  server.registerTool('count', { inputSchema: z.object({ to: z.number() }) }, async (args, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (let i = 1; i <= args.to; i++)
      await ctx.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: i, total: args.to, message: `step ${i}` },
      });
    return text('counted');
  });

  server.registerTool('wait', { inputSchema: z.object({}) }, (_, ctx) => new Promise((resolve) => {
    ctx.mcpReq.signal.addEventListener('abort', () => { cancelled++; resolve(text('cancelled')); });
  }));

  server.registerTool('cancelled', { inputSchema: z.object({}) }, async () => text(String(cancelled)));

  server.registerTool('sum', {
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    outputSchema: z.object({ sum: z.number() }),
  }, async ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b },
  }));

  server.registerResource('static', 'test://static', { mimeType: 'text/plain' },
    async (uri) => ({ contents: [{ uri: uri.href, text: 'a static text' }] }));
  server.registerResource('item', new ResourceTemplate('test://item/{id}', { list: undefined }), {},
    async (uri, { id }) => ({ contents: [{ uri: uri.href, text: `item ${id}` }] }));
  server.registerPrompt('greet', {
    argsSchema: z.object({
      name: completable(z.string(), (value) => ['Ada', 'Alan'].filter((n) => n.startsWith(value))),
    }),
  }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Say hello to ${name}` } }],
  }));
  return server;
};

if (process.argv[2] === '--http') {
  const handler = createMcpHandler(factory);
  const http = createServer(async (req, res) => {
    const gone = new AbortController();
    res.on('close', () => gone.abort());
    const body = req.method === 'GET' || req.method === 'HEAD' ? undefined : Readable.toWeb(req);
    const answer = await handler.fetch(new Request(`http://127.0.0.1${req.url}`, {
      method: req.method, headers: req.headers, body, duplex: 'half', signal: gone.signal,
    }));
    res.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body !== null)
      for await (const chunk of answer.body)
        res.write(chunk);
    res.end();
  });
  http.listen(0, '127.0.0.1', () => console.log(http.address().port));
  process.stdin.on('end', () => process.exit(0)).resume();
} else {
  serveStdio(factory);
}
