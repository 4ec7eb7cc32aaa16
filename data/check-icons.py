#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright 2026 The Gatehouse developers
#
# Every icon that src/ui names is in our resources or in Adwaita; our own are well-formed SVG, the
# symbolic ones of one colour. Usage: check-icons.py SOURCE-DIR APP-ID
import glob
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

top, app_id = sys.argv[1:]
breaches = []

ours = {os.path.basename(path)[:-4] for path in
        glob.glob(f'{top}/src/ui/icons/*.svg') + glob.glob(f'{top}/data/icons/**/*.svg', recursive=True)}
with open(f'{top}/src/ui/gatehouse.gresource.xml', encoding='utf-8') as file:
    resources = file.read()
for path in glob.glob(f'{top}/src/ui/icons/*.svg'):
    if f'icons/{os.path.basename(path)}</file>' not in resources:
        breaches.append(f'{path}: not in the resources')

adwaita = set()
for base in os.environ.get('XDG_DATA_DIRS', '/usr/local/share:/usr/share').split(':') + ['/usr/share']:
    for at, _, names in os.walk(os.path.join(base, 'icons', 'Adwaita')):
        adwaita.update(re.sub(r'(\.symbolic)?\.(svg|png)$', '', name) for name in names)
if not adwaita:
    print('Adwaita\'s icons are not installed')
    sys.exit(77)

# In .ui files by property; in C every string that looks like a symbolic icon's name.
for path in sorted(glob.glob(f'{top}/src/ui/**/*.ui', recursive=True)):
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            for name in re.findall(r'name="(?:primary-|secondary-)?icon-name"[^>]*>([^<]+)<', line):
                if name not in ours | adwaita:
                    breaches.append(f'{path}:{number}: no icon {name}')
for path in sorted(glob.glob(f'{top}/src/ui/**/*.c', recursive=True)):
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            for name in re.findall(r'"([a-z0-9-]+-symbolic)"', line):
                if name not in ours | adwaita:
                    breaches.append(f'{path}:{number}: no icon {name}')

for name in (f'scalable/apps/{app_id}', f'symbolic/apps/{app_id}-symbolic'):
    if not os.path.exists(f'{top}/data/icons/hicolor/{name}.svg'):
        breaches.append(f'data/icons/hicolor/{name}.svg: missing')
for path in (glob.glob(f'{top}/src/ui/icons/*.svg')
             + glob.glob(f'{top}/data/icons/**/*.svg', recursive=True)):
    root = ElementTree.parse(path).getroot()
    if not root.tag.endswith('}svg'):
        breaches.append(f'{path}: no SVG')
    elif path.endswith('-symbolic.svg'):
        with open(path, encoding='utf-8') as file:
            colours = set(re.findall(r'#[0-9a-fA-F]{3,8}\b', file.read()))
        if len(colours) > 1:
            breaches.append(f'{path}: more than one colour')
        if (root.get('width'), root.get('height')) != ('16', '16'):
            breaches.append(f'{path}: not 16 by 16')

print('\n'.join(breaches))
sys.exit(bool(breaches))
