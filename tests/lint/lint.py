#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright 2026 The Gatehouse developers
#
# Rules about the source text that no compiler checks. Usage: lint.py SOURCE-DIR CHECK; prints each
# breach as file:line: and fails when there was one.
import json
import os
import re
import subprocess
import sys
import tempfile

top = sys.argv[1]
breaches = []


def files(folder, *endings):
    for at, _, names in os.walk(os.path.join(top, folder)):
        if 'node_modules' in at:
            continue
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.relpath(os.path.join(at, name), top)


def read(path):
    with open(os.path.join(top, path), encoding='utf-8') as file:
        return file.read()


def breach(path, number, text):
    breaches.append(f'{path}:{number}: {text}')


def each_line(paths, pattern, message, unless=None):
    pattern = re.compile(pattern)
    for path in paths:
        if unless and re.search(unless, path):
            continue
        for number, line in enumerate(read(path).splitlines(), 1):
            found = pattern.search(line)
            if found:
                breach(path, number, message.replace('%', found.group(0).strip()))


def without_comments(text):
    blank = lambda match: re.sub(r'[^\n]', ' ', match.group(0))
    text = re.sub(r'"(\\.|[^"\\\n])*"', blank, text)
    return re.sub(r'/\*.*?\*/|//[^\n]*', blank, text, flags=re.S)


def check_layers():
    each_line(files('src', '.c', '.h'), r'#\s*include\s+["<]\.\.', 'an include leaves its folder: %')
    each_line(files('src', '.c', '.h'), r'#\s*include\s+<(gtk|adwaita|gdk|gtksourceview)',
              'a toolkit outside ui: %', unless=r'^src/(ui/|main\.c)')
    each_line(files('src', '.c', '.h'), r'\b(GTK|ADW)_CHECK_VERSION\b|\b(GTK|ADW)_M[AI][JNC]\w+_VERSION\b',
              'a version check outside ui/compat: %', unless=r'^src/ui/compat/')
    allowed = {'base': 'base', 'http': 'base http', 'rpc': 'base rpc', 'mcp': 'base http rpc mcp',
               'llm': 'base http llm', 'host': 'base rpc mcp llm host', 'ui': 'base host ui compat', 'demo': 'base rpc demo'}
    home = {os.path.basename(path): path.split('/')[1] for path in files('src', '.h')}
    home.update({os.path.basename(path): 'compat' for path in files('src/ui/compat', '.h')})
    for path in files('src', '.c', '.h'):
        layer = path.split('/')[1]
        if layer not in allowed:
            continue
        for number, line in enumerate(read(path).splitlines(), 1):
            found = re.match(r'#\s*include "([^"]+)"', line)
            if found and home.get(found.group(1), layer) not in allowed[layer].split():
                breach(path, number, f'{layer} may not include {found.group(1)}')


def check_deprecated():
    names = {}
    for line in read('tests/lint/deprecated-symbols.tsv').splitlines():
        name, since, instead = (line.split('\t') + ['', ''])[:3]
        names[name] = f'{name} is deprecated since {since}' + (f', use {instead}' if instead else '')
    for path in files('src', '.c', '.h', '.ui'):
        if path.startswith('src/ui/compat/'):
            continue
        text = read(path)
        text = without_comments(text) if path.endswith(('.c', '.h')) else text
        for number, line in enumerate(text.splitlines(), 1):
            for word in re.findall(r'\w+', line):
                if word in names:
                    breach(path, number, names[word])


def check_json():
    each_line(files('src', '.c', '.h'),
              r'\bjson_(object_get_\w*member\w*|node_get_\w+|array_get_\w+_element|parser_\w+|generator_\w+'
              r'|from_string|to_string)\b\s*\(',
              'use gh-json.h instead of %', unless=r'^src/base/')
    # Counting and taking elements does not look into a value.
    global breaches
    breaches = [each for each in breaches
                if not re.search(r'json_(array_get_length|object_get_members|object_get_size) ', each)]


def check_style():
    sources = [path for folder in ('src', 'tests') for path in files(folder, '.c', '.h')]
    for path in sources:
        text = read(path)
        if not text.startswith('/* SPDX-License-Identifier: GPL-3.0-or-later\n'):
            breach(path, 1, 'no SPDX licence line')
        if path.endswith('.c') and path.startswith('src/') and \
           (re.search(r'#\s*include.*', text) or [''])[0] != '#include "config.h"':
            breach(path, 1, 'config.h is not included first')
        for number, line in enumerate(text.splitlines(), 1):
            if len(line) > 100:
                breach(path, number, f'{len(line)} columns')
            if '\t' in line:
                breach(path, number, 'a tab')
            if line != line.rstrip():
                breach(path, number, 'white space at the end')
    each_line(sources, r'\b(TODO|FIXME|XXX)\b', '% in the source')
    each_line(files('src', '.c'), r'\bg_object_set_data\w*', '% hides state')


def check_map():
    text = read('src/README.md')
    for path in files('src', '.c', '.ui'):
        name = os.path.splitext(os.path.basename(path))[0]
        if not re.search(r'\b' + re.escape(name) + r'(?![\w-])', text):
            breach(path, 1, 'src/README.md does not name it')
    names = {os.path.splitext(os.path.basename(path))[0] for path in files('src', '.c', '.h', '.ui')}
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r'\| `(gh-[\w-]+)`', line)
        if found and found.group(1) not in names:
            breach('src/README.md', number, f'{found.group(1)} is not there')


def check_po():
    listed = {line for line in read('po/POTFILES.in').splitlines() if line and not line.startswith('#')}
    for path in files('src', '.c', '.ui'):
        text = read(path)
        has = re.search(r'(?<![\w])(_|N_|C_|ngettext|g_dngettext|NC_)\s*\("', text) if path.endswith('.c') \
            else 'translatable="yes"' in text or 'translatable="1"' in text
        if has and path not in listed:
            breach(path, 1, 'has strings for people and is not in po/POTFILES.in')
    for path in sorted(listed):
        if not os.path.exists(os.path.join(top, path)):
            breach('po/POTFILES.in', 1, f'{path} is not there')
    if breaches:
        return
    with tempfile.TemporaryDirectory() as work:
        pot = os.path.join(work, 'gatehouse.pot')
        subprocess.run(['xgettext', '--files-from=po/POTFILES.in', '--directory=.', '--from-code=UTF-8',
                        '--keyword=_', '--keyword=N_', '--keyword=C_:1c,2', '--keyword=NC_:1c,2',
                        '--keyword=g_dngettext:2,3', '--add-comments', '-o', pot], cwd=top, check=True)
        for language in read('po/LINGUAS').split():
            po = os.path.join(top, 'po', language + '.po')
            for command in (['msgfmt', '--check', '-o', '/dev/null', po], ['msgcmp', po, pot]):
                done = subprocess.run(command, capture_output=True, text=True)
                for line in done.stderr.splitlines():
                    # msgcmp warns of strings that are no longer used; they do no harm.
                    if done.returncode:
                        breaches.append(line.replace(top + '/', '').replace(work + '/', ''))


def check_repository():
    lock = os.path.join(top, 'tests/peers/package-lock.json')
    if os.path.exists(lock):
        for name, package in json.loads(read('tests/peers/package-lock.json'))['packages'].items():
            if 'resolved' in package:
                breach('tests/peers/package-lock.json', 1, f'{name} records a download address')
        for name, version in json.loads(read('tests/peers/package.json'))['dependencies'].items():
            if not re.fullmatch(r'[\w.-]+', version):
                breach('tests/peers/package.json', 1, f'{name} has no exact version')
    for path in ('build-aux/run', 'build-aux/test', 'build-aux/with-display'):
        if not os.access(os.path.join(top, path), os.X_OK):
            breach(path, 1, 'is not executable')


checks = {name[6:]: function for name, function in list(globals().items()) if name.startswith('check_')}
checks[sys.argv[2]]()
print('\n'.join(breaches))
sys.exit(1 if breaches else 0)
