#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright 2026 The Gatehouse developers
#
# Runs one requirement set of the official conformance suite against gh-conformance-client and tells
# of each scenario as TAP. What is listed in the expected failures is "todo"; one that passes all
# the same is a failure, so that the list never lags behind.
#   run.py REVISION EXPECTED-FAILURES
import glob, os, re, subprocess, sys

revision, expected_file = sys.argv[1:]
peers = os.environ['GH_TEST_PEERS']
suite = os.path.join(peers, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
nodes = glob.glob(os.path.join(peers, 'node_modules/node-linux-*/bin/node'))


def runs(node):
    try:
        return subprocess.run([node, '--version'], capture_output=True).returncode == 0
    except OSError:
        return False


nodes = [node for node in nodes if runs(node)]
if not nodes or not os.path.exists(suite):
    print('1..0 # SKIP the conformance suite or Node 22 is not there (npm ci in tests/peers)')
    sys.exit(0)

with open(expected_file) as file:
    expected = {line.strip()[2:] for line in file if line.strip().startswith('- ')}
run = subprocess.run(
    [nodes[0], suite, 'client', '--command', os.environ['GH_CONFORMANCE_CLIENT'],
     '--requirements', revision],
    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
summary = run.stdout.partition('=== SUITE SUMMARY ===')[2]
results = re.findall(r'^[^\w\s] (\S+): (\d+) passed, (\d+) failed(?:, (\d+) warning)?', summary, re.M)
if not results:
    sys.exit('No summary:\n' + run.stdout)

print(f'1..{len(results)}')
complete = True
for number, (name, passed, failed, warned) in enumerate(results, 1):
    # A scenario that checked nothing has shown nothing.
    good = int(passed) > 0 and int(failed) == 0 and int(warned or 0) == 0
    figures = f'{passed} passed, {failed} failed, {warned or 0} warnings'
    if name in expected and good:
        print(f'not ok {number} - {revision} {name}: passes, take it off the expected failures')
    elif name in expected:
        print(f'ok {number} - {revision} {name} # SKIP authorization is not built yet')
    else:
        print(f'{"ok" if good else "not ok"} {number} - {revision} {name}: {figures}')
    complete = complete and good == (name not in expected)
if not complete:
    print(run.stdout, file=sys.stderr)
    sys.exit(1)
