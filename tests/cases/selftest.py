#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Does the case runner fail what it must fail? selftest.py RUNNER FILE: each line of FILE is a tiny case
# with how it must end ("ok", "not ok", "skip", "bail") and what must be said then. Prints TAP.
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

STATUS = {'ok': 0, 'skip': 0, 'not ok': 1, 'bail': 2}


def outcome(output):
    lines = output.splitlines()
    if any(line.startswith('Bail out!') for line in lines):
        return 'bail'
    if any(line.startswith('not ok ') for line in lines):
        return 'not ok'
    return 'skip' if any(' # SKIP ' in line for line in lines) else 'ok'


def play(lines):
    with tempfile.NamedTemporaryFile('w', suffix='.jsonl', encoding='utf-8') as file:
        file.write('\n'.join(lines) + '\n')
        file.flush()
        done = subprocess.run([sys.argv[1], file.name], stdout=subprocess.PIPE, timeout=300,
                              encoding='utf-8')
    return done.stdout, done.returncode


def whole(number, case):
    return json.dumps({'id': f'S{number}', 'area': 'self-test', 'source': 'own', 'expected': '', 'ref': '',
                       **case})


def check(number, test):
    output, status = play([whole(number, test['case'])])
    wanted = test['outcome']
    if outcome(output) == wanted and status == STATUS[wanted] and test['says'] in output:
        return None
    return f'wanted {wanted}, {test["says"]!r}; status {status}:\n{output}'


def check_files():
    """What concerns a file as a whole."""
    good = {'transport': 'stdio', 'needs': ['protocol'], 'script': [{'ping': True}]}
    bad = {'transport': 'stdio', 'needs': ['protocol'], 'script': [{'pong': True}]}
    files = {
        'no case is played when a later one is not known': ([whole(1, good), whole(2, bad)], 'Bail out! line 2: S2 step 1'),
        'what is no JSON is no case': (['{"id":'], 'Bail out! line 1'),
        'a case without a script is none': (['{"id":"x","transport":"stdio","needs":[]}'], 'no list "script"'),
    }
    for name, (lines, says) in files.items():
        output, status = play(lines)
        right = status == 2 and says in output and '\nok ' not in output and '\n1..' not in output
        yield name, None if right else f'status {status}:\n{output}'


def main():
    with open(sys.argv[2], encoding='utf-8') as file:
        tests = [json.loads(line) for line in file]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(check, range(1, len(tests) + 1), tests))
    named = [(f'{test["outcome"]}: {test["says"] or json.dumps(test["case"]["script"][-1])[:60]}', result)
             for test, result in zip(tests, results)]
    named += check_files()
    print('TAP version 13')
    print(f'1..{len(named)}')
    for number, (name, result) in enumerate(named, 1):
        print('ok' if result is None else 'not ok', number, '-', name.replace('#', ' '))
        for line in (result or '').splitlines():
            print('#', line)


main()
