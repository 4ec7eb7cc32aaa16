#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright 2026 The Gatehouse developers
#
# gatehouse-cli with servers written with the TypeScript SDKs of both generations (tests/peers/
# interop-*.mjs) and with server-everything: over every transport, in both eras.
#   test-interop.py GATEHOUSE-CLI PEERS NODE
import json, os, subprocess, sys, tempfile, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

cli, peers, node = sys.argv[1:]
everything = os.path.join(peers, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
patience = 60 * int(os.environ.get('GH_TEST_SLOW', '1'))
DONE, TOOL_ERROR, USAGE, NO_CONNECTION, DENIED, TIMED_OUT = range(6)

if not node or not os.path.exists(os.path.join(peers, 'node_modules/@modelcontextprotocol/server')):
    print('1..0 # SKIP node 20 or the servers of tests/peers are not there (npm ci)')
    sys.exit(0)

home = tempfile.TemporaryDirectory(prefix='gatehouse-interop-')
for name in 'CONFIG', 'DATA', 'CACHE', 'STATE':
    os.environ[f'XDG_{name}_HOME'] = os.path.join(home.name, name.lower())
os.environ['HOME'] = home.name
os.environ['LC_ALL'] = 'C'
for name in 'LANGUAGE', 'DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS':
    os.environ.pop(name, None)
n_tests = n_failed = 0


class Model(BaseHTTPRequestHandler):
    """An OpenAI-compatible endpoint: asks for the tool it is offered, then says what the tool said."""

    def log_message(self, *words):
        pass

    def send(self, kind, body):
        self.send_response(200)
        self.send_header('Content-Type', kind)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.send('application/json', json.dumps({'data': [{'id': 'tool-model'}]}).encode())

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
        last = body['messages'][-1]
        delta, why = {'content': f'It is {last["content"]}'}, 'stop'
        if last['role'] != 'tool':
            call = {'name': body['tools'][0]['function']['name'], 'arguments': '{"city":"Rome"}'}
            delta, why = {'tool_calls': [{'index': 0, 'id': 'call_1', 'type': 'function', 'function': call}]}, 'tool_calls'
        events = [{'choices': [{'index': 0, 'delta': delta, 'finish_reason': None}]},
                  {'choices': [{'index': 0, 'delta': {}, 'finish_reason': why}]}]
        self.send('text/event-stream', b''.join(b'data: %s\n\n' % text.encode()
                                                for text in [*map(json.dumps, events), '[DONE]']))


model = ThreadingHTTPServer(('127.0.0.1', 0), Model)
threading.Thread(target=model.serve_forever, daemon=True).start()
os.makedirs(os.path.join(home.name, 'config/gatehouse'))
with open(os.path.join(home.name, 'config/gatehouse/models.json'), 'w') as file:
    json.dump({'providers': [{'id': 'm', 'name': 'M', 'kind': 'openai', 'lane': 'local',
                              'base_url': f'http://127.0.0.1:{model.server_port}/v1'}]}, file)


class Peer:
    """A server, and how the command line names it."""

    def __init__(self, name, script, *args, http=None, era=None, environment={}):
        self.name, self.era, self.process = name, era, None
        if http is None:
            self.server, self.program = [], ['--', node, script, *args]
        else:
            self.process = subprocess.Popen([node, script, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.PIPE, text=True, env={**os.environ, **environment})
            self.server, self.program = [http(self.process)], []

    def run(self, command, *words, options=()):
        era = ['--era', self.era] if self.era else []
        return subprocess.run([cli, *era, *options, command, *self.server, *words, *self.program],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=patience)

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()


def policy(**rule):
    path = os.path.join(home.name, 'policy.json')
    with open(path, 'w') as file:
        json.dump(rule, file)
    return ['--policy', path]


def check(peer, what, run, status, *texts):
    global n_tests, n_failed
    n_tests += 1
    good = run.returncode == status and all(text in run.stdout for text in texts)
    print(f'{"ok" if good else "not ok"} {n_tests} - {peer.name}: {what}', flush=True)
    if not good:
        n_failed += 1
        print(f'# status {run.returncode} instead of {status}, wanted {texts}', file=sys.stderr)
        print(run.stdout, run.stderr, sep='\n', file=sys.stderr)


def check_all(peer, version, keeps_running):
    trace = os.path.join(home.name, 'trace.jsonl')
    root = os.path.join(home.name, 'a folder')
    os.makedirs(root, exist_ok=True)
    check(peer, 'info', peer.run('info', options=['--json']), DONE, f'"protocolVersion":"{version}"')
    check(peer, 'tools', peer.run('tools'), DONE, 'echo', 'confirm')
    check(peer, 'echo', peer.run('call', 'echo', 'text=h\u00e9 "1"'), DONE, 'h\u00e9 "1"')
    check(peer, 'structured', peer.run('call', 'sum', 'a=0.5', 'b=2', options=['--json']), DONE, '"sum":2.5')
    check(peer, 'bad arguments', peer.run('call', 'sum', '{"a":"x"}'), USAGE)
    check(peer, 'roots', peer.run('call', 'roots', options=['--root', root]), DONE, 'a%20folder')
    check(peer, 'sampling', peer.run('call', 'ask', 'prompt=?', options=policy(decide='allow', **{'with': {'answer': 'Blue'}})),
          DONE, 'The model said: Blue')
    check(peer, 'sampling denied', peer.run('call', 'ask', 'prompt=?', options=policy(decide='deny', reason='no')), DENIED)
    check(peer, 'sampling with tools', peer.run('call', 'plan', 'prompt=?', options=policy(
        decide='allow', **{'with': {'provider': 'm', 'model': 'tool-model'}})),
          DONE, 'The model said: It is 12 degrees in Rome')
    check(peer, 'elicitation', peer.run('call', 'confirm', options=policy(decide='allow', **{'with': {'content': {'name': 'Eva'}}})),
          DONE, 'accept {"name":"Eva"}')
    check(peer, 'elicitation declined', peer.run('call', 'confirm', options=policy(decide='deny')), DENIED, 'decline null')
    check(peer, 'progress', peer.run('call', 'count', 'to=5', options=['--trace', trace]), DONE, 'counted')
    with open(trace) as file:
        steps = [entry['message']['params']['progress'] for entry in map(json.loads, file)
                 if entry.get('message', {}).get('method') == 'notifications/progress']
    check(peer, 'progress arrived', subprocess.CompletedProcess([], int(steps != [1, 2, 3, 4, 5]), str(steps), ''), DONE)
    check(peer, 'cancellation', peer.run('call', 'wait', options=['--timeout', '2']), TIMED_OUT)
    if keeps_running:
        check(peer, 'cancellation arrived', peer.run('call', 'cancelled'), DONE, '1')
    check(peer, 'resources', peer.run('resources'), DONE, 'test://static')
    check(peer, 'templates', peer.run('templates'), DONE, 'test://item/{id}')
    check(peer, 'read', peer.run('read', 'test://item/7', options=['--json']), DONE, '"text":"item 7"')
    check(peer, 'read nothing', peer.run('read', 'test://nothing'), TOOL_ERROR)
    check(peer, 'prompts', peer.run('prompts'), DONE, 'greet')
    check(peer, 'prompt', peer.run('prompt', 'greet', 'name=Eva'), DONE, 'Say hello to Eva')
    check(peer, 'completion', peer.run('complete', 'greet', 'name', 'A'), DONE, 'Ada\nAlan\n')


def interop(number):
    return os.path.join(peers, f'interop-{number}.mjs')


def at(path):
    return lambda process: f'http://127.0.0.1:{int(process.stdout.readline())}{path}'


LEGACY, MODERN = '2025-11-25', '2026-07-28'
for name, version, keeps_running, make in [
        ('SDK 1 stdio', LEGACY, False, lambda name: Peer(name, interop(1))),
        ('SDK 1 HTTP', LEGACY, True, lambda name: Peer(name, interop(1), '--http', http=at('/mcp'))),
        ('SDK 1 HTTP+SSE', LEGACY, True, lambda name: Peer(name, interop(1), '--http', http=at('/sse'))),
        ('SDK 2 stdio', MODERN, False, lambda name: Peer(name, interop(2))),
        ('SDK 2 stdio legacy', LEGACY, False, lambda name: Peer(name, interop(2), era='legacy')),
        ('SDK 2 HTTP', MODERN, True, lambda name: Peer(name, interop(2), '--http', http=at('/mcp')))]:
    peer = make(name)
    try:
        check_all(peer, version, keeps_running)
        if name == 'SDK 1 HTTP':
            check(peer, 'resumption', peer.run('call', 'drop'), DONE, 'after the break')
    finally:
        peer.end()

# In the legacy era this server keeps nothing between two requests, so it can ask for nothing.
peer = Peer('SDK 2 HTTP legacy', interop(2), '--http', http=at('/mcp'), era='legacy')
try:
    check(peer, 'echo', peer.run('call', 'echo', 'text=x'), DONE, 'x')
    check(peer, 'read', peer.run('read', 'test://static'), DONE, 'a static text')
finally:
    peer.end()


def when_listening(path):
    """It does not say which port the system chose, so it gets one that was free a moment ago."""
    def wait(process):
        for line in process.stderr:
            if 'port' in line.lower() or 'listening' in line.lower():
                return f'http://127.0.0.1:{port}{path}'
        raise RuntimeError('server-everything did not start')
    return wait


def free_port():
    import socket
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


for name, args, path in [('everything stdio', ['stdio'], None), ('everything HTTP', ['streamableHttp'], '/mcp'),
                         ('everything HTTP+SSE', ['sse'], '/sse')]:
    port = free_port()
    peer = Peer(name, everything, *args, http=when_listening(path) if path else None, environment={'PORT': str(port)})
    try:
        check(peer, 'echo', peer.run('call', 'echo', 'message=h\u00e9'), DONE, 'Echo: h\u00e9')
        check(peer, 'sum', peer.run('call', 'get-sum', 'a=1', 'b=41'), DONE, '42')
        check(peer, 'roots', peer.run('call', 'get-roots-list', options=['--root', home.name]), DONE, home.name)
        check(peer, 'sampling', peer.run('call', 'trigger-sampling-request', 'prompt=?',
                                         options=policy(decide='allow', **{'with': {'answer': 'Blue'}})), DONE, 'Blue')
        check(peer, 'resources', peer.run('resources'), DONE)
        check(peer, 'prompts', peer.run('prompts'), DONE, 'simple-prompt')
        if path != '/sse':
            # It runs only as a task, and asks a question while it does.
            answer = {'with': {'content': {'interpretation': 'snake'}}}
            check(peer, 'task', peer.run('call', 'simulate-research-query', json.dumps({'topic': 'python', 'ambiguous': True}),
                                         options=policy(decide='allow', **answer)), DONE, 'Research Report', 'snake')
    finally:
        peer.end()

print(f'1..{n_tests}')
home.cleanup()
sys.exit(n_failed > 0)
