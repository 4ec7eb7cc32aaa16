#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright 2026 The Gatehouse developers
#
# What a screen reader hears of the running program: in every state that is visited here, each control
# that can have the keyboard has a name and a role. Usage, on a display with a session bus:
#   test-accessible.py GATEHOUSE DEMO-SERVER SHOW-SERVER
import json, os, re, shutil, signal, subprocess, sys, tempfile, time

# Of the tests in C: here AT-SPI's own library warns of windows that close while they are looked at.
os.environ.pop('G_DEBUG', None)
os.environ.pop('NO_AT_BRIDGE', None)
try:
    import gi
    gi.require_version('Atspi', '2.0')
    from gi.repository import Atspi, GLib
except (ImportError, ValueError):
    print('no AT-SPI for Python (packages python3-gi, gir1.2-atspi-2.0)', file=sys.stderr)
    sys.exit(77)
if not os.environ.get('DISPLAY') or not shutil.which('xdotool'):
    print('no display, or no xdotool', file=sys.stderr)
    sys.exit(77)

SLOW = float(os.environ.get('GH_TEST_SLOW', '1'))
STATE = Atspi.StateType
ROLE = Atspi.Role
# Roles that say nothing of what the thing is.
VAGUE = {ROLE.UNKNOWN, ROLE.INVALID, ROLE.FILLER, ROLE.REDUNDANT_OBJECT}
# Hold the controls; the focus is only passed through.
HOLDERS = {ROLE.SCROLL_PANE, ROLE.WINDOW, ROLE.FRAME, ROLE.DIALOG, ROLE.APPLICATION, ROLE.PANEL,
           ROLE.LIST, ROLE.LIST_BOX, ROLE.GROUPING, ROLE.VIEWPORT, ROLE.SPLIT_PANE}
BUTTONS = {ROLE.PUSH_BUTTON, ROLE.TOGGLE_BUTTON}
# GTK gives the type of what has no name.
TYPE_NAME = re.compile('(Gtk|Adw|Gh)([A-Z][a-z]+)+$')


def wait_for(check, what, seconds=15):
    end = time.monotonic() + seconds * SLOW
    while True:
        try:
            found = check()
            if found:
                return found
        except Exception as error:  # objects go away while they are looked at
            found = error
        if time.monotonic() > end:
            raise SystemExit(f'waited too long for {what}: {found}')
        time.sleep(.05)


def children(node):
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child is not None:
            yield child


def walk(node, path=()):
    """Everything that can be seen. GTK 4.8 sets SHOWING on no inner widget, and hides invisible ones
    by giving them no VISIBLE state."""
    path = path + (f'{node.get_role_name()} "{node.get_name()}"',)
    yield node, path
    for child in children(node):
        if child.get_state_set().contains(STATE.VISIBLE):
            yield from walk(child, path)


def application():
    desk = Atspi.get_desktop(0)
    return next((a for a in children(desk) if 'gatehouse' in (a.get_name() or '').lower()), None)


def find(root, name, roles=None):
    for node, _ in walk(root):
        if name in (node.get_name() or '') and (roles is None or node.get_role() in roles):
            return node
    return None


def window(title):
    return next((w for w in children(application()) if title in (w.get_name() or '')), None)


def has_action(node, action):
    actions = node.get_action_iface()
    # GTK counts the mnemonic of a label in a button as an action, and has no name for it.
    try:
        return actions and next((i for i in range(actions.get_n_actions())
                                 if actions.get_action_name(i) == action), None)
    except GLib.GError:
        return None


def nudge(root, action, name=''):
    """Does what a menu or a key would: GTK offers each widget's actions. False: for wait_for()."""
    for node, _ in walk(root):
        i = has_action(node, action) if name in (node.get_name() or '') else None
        if i is not None:
            node.get_action_iface().do_action(i)
            break
    return False


def do(root, action, name=''):
    def act():
        for node, _ in walk(root):
            i = has_action(node, action) if name in (node.get_name() or '') else None
            if i is not None:
                return node.get_action_iface().do_action(i)
    wait_for(act, f'{action} of "{name}"')


def press(root, name):
    do(root, 'click', name)


def key(*names):
    subprocess.run(['xdotool', 'key', '--clearmodifiers', '--delay', '30', *names], check=True)


def close(title):
    """With the key, and again: one is lost while the window does not have the keyboard yet."""
    pressed = 0

    def is_closed():
        nonlocal pressed
        if window(title) and time.monotonic() - pressed > 2 * SLOW:
            pressed = time.monotonic()
            key('Escape')
        return not window(title)
    wait_for(is_closed, f'the end of "{title}"')


def faults(root):
    found = []
    seen = 0
    for node, path in walk(root):
        if not node.get_state_set().contains(STATE.FOCUSABLE):
            continue
        role = node.get_role()
        # What is inside a button is the button's; the list of a drop-down is GTK's. A selectable label
        # without a text is on a page that is not filled.
        if (any(step.startswith(('push button', 'toggle button')) for step in path[:-1]) or
                role not in BUTTONS and any(step.startswith('combo box') for step in path[:-1]) or
                role == ROLE.LABEL and TYPE_NAME.match(node.get_name())):
            continue
        seen += 1
        if role in VAGUE:
            found.append('no role: ' + ' / '.join(path))
        name = (node.get_name() or '').strip()
        if role not in HOLDERS and (not name or TYPE_NAME.match(name)):
            found.append('no name: ' + ' / '.join(path))
    return seen, found


class Test:
    def __init__(self):
        self.bad = []

    def check(self, state, root):
        """Asks until the tree is quiet: what is being built has no names yet."""
        end = time.monotonic() + 5 * SLOW
        while True:
            seen, found = faults(root)
            if seen and not found or time.monotonic() > end:
                break
            time.sleep(.2)
        print(f'{state}: {seen} controls, {len(found)} faults')
        role = root.get_role()
        if role not in (ROLE.DIALOG, ROLE.FRAME, ROLE.WINDOW):
            found.append(f'the window is a {root.get_role_name()}')
        if not seen:
            found = ['nothing that can have the keyboard']
        self.bad += [f'{state}: {fault}' for fault in found]


def look_at_review(test, main_window):
    """Runs the tool that asks for a model."""
    # The list takes keys as soon as it is open, and not before.
    press(main_window, 'Trip')
    wait_for(lambda: find(main_window, 'Trip: Barcelona') or key('Down', 'Return'), 'the trip')
    press(main_window, 'Run Tool')
    review = wait_for(lambda: window('Review Request'), 'the review')
    test.check('review', review)
    press(review, 'Answer It Yourself')
    wait_for(lambda: find(review, 'Give to Server'), 'the answer')
    test.check('answer', review)
    key('Escape')
    wait_for(lambda: not window('Review'), 'the end of the review')
    wait_for(lambda: find(main_window, 'The tool says that it failed'), 'the result')
    test.check('result', main_window)


def write(root, name, text):
    def act():
        for node, _ in walk(root):
            if name in (node.get_name() or '') and node.get_editable_text_iface():
                return node.get_editable_text_iface().set_text_contents(text)
    wait_for(act, f'"{name}" to write in')


def look_at_elicitation(test, main_window):
    """Runs the tool that asks the person, by form and then by page."""
    write(main_window, 'Search tools', 'Book')
    wait_for(lambda: find(main_window, 'Flight'), 'its form')
    press(main_window, 'Trip')
    wait_for(lambda: find(main_window, 'Trip: Barcelona') or key('Down', 'Return'), 'the trip')
    write(main_window, 'Flight', '3')
    wait_for(lambda: window('A Question') or nudge(main_window, 'click', 'Run Tool'), 'the question')
    form = window('A Question')
    test.check('elicitation form', form)
    # What is sent too quickly does not count.
    wait_for(lambda: not window('A Question') or nudge(form, 'click', 'Send'), 'the end of the form')
    page = wait_for(lambda: window('A Page to Visit'), 'the page')
    test.check('elicitation page', page)
    wait_for(lambda: not window('A Page to Visit') or nudge(page, 'click', 'Decline'),
             'the end of the page')


def look_at_history(test, main_window):
    """What came of the requests before, and what else there is on its page."""
    do(main_window, 'win.show-history')
    wait_for(lambda: find(main_window, ', Declined, '), 'the history')
    test.check('history', main_window)
    # From wherever the keyboard is to the list; there the first entry is selected.
    wait_for(lambda: find(main_window, 'Decided by') or key('ctrl+f', 'Tab', 'Tab', 'Down'),
             'an entry')
    test.check('an entry of the history', main_window)


def main():
    gatehouse, demo_server, show_server = map(os.path.realpath, sys.argv[1:4])
    work = tempfile.mkdtemp()
    home = os.path.join(work, 'home')
    config = os.path.join(home, 'config')
    os.makedirs(os.path.join(config, 'gatehouse'))
    folder = os.path.join(home, 'Papers')
    os.makedirs(os.path.join(folder, 'private'))
    env = dict(os.environ, HOME=home, XDG_CONFIG_HOME=config,
               XDG_DATA_HOME=os.path.join(home, 'data'), XDG_CACHE_HOME=os.path.join(home, 'cache'),
               GTK_A11Y='atspi', G_DEBUG='fatal-criticals')
    env['ASAN_OPTIONS'] = env.get('ASAN_OPTIONS', '') + ':detect_leaks=0'
    for variable in ('LANGUAGE', 'LC_ALL', 'LANG'):
        env[variable] = 'C.UTF-8'
    process = None
    test = Test()
    try:
        process = subprocess.Popen([gatehouse], env=env)
        wait_for(application, 'the program')
        main_window = wait_for(lambda: window('Gatehouse'), 'the window')
        wait_for(lambda: find(main_window, 'Welcome'), 'the first page')
        test.check('first page', main_window)

        do(main_window, 'win.add-server')
        adding = wait_for(lambda: window('Add Server'), 'the Add Server dialog')
        test.check('add server', adding)
        close('Add Server')

        # A key is lost while the window below does not have the keyboard again.
        preferences = wait_for(lambda: window('Preferences') or key('ctrl+comma'), 'the preferences')
        test.check('preferences', preferences)
        press(preferences, 'Add')
        endpoint = wait_for(lambda: window('Add Model'), 'the endpoint dialog')
        test.check('add endpoint', endpoint)
        close('Add Model')
        close('Preferences')
        # It is GTK's own window, which has no name in newer versions.
        wait_for(lambda: len(list(children(application()))) > 1 or key('ctrl+question'),
                 'the shortcuts')
        key('Escape')
        process.send_signal(signal.SIGTERM)
        assert process.wait(15 * SLOW) == 0, process.returncode

        with open(os.path.join(config, 'gatehouse', 'roots.json'), 'w') as file:
            json.dump({'roots': [{'uri': 'file://' + folder},
                                 {'uri': 'file:///nowhere/at/all'}]}, file)
        with open(os.path.join(config, 'gatehouse', 'mcp.json'), 'w') as file:
            json.dump({'mcpServers': {'travel': {'command': demo_server, 'env': {'A': 'b'}},
                                      'show': {'command': show_server},
                                      'web': {'url': 'http://127.0.0.1:9/', 'headers': {'A': 'b'}}}},
                      file)
        with open(os.path.join(config, 'gatehouse', 'rules.json'), 'w') as file:
            json.dump({'rules': [{'match': {'kind': 'sampling', 'server': 'show'},
                                  'decide': 'allow', 'limits': {'requests_per_minute': 6}}]}, file)
        process = subprocess.Popen([gatehouse], env=env)
        wait_for(application, 'the program')
        main_window = wait_for(lambda: window('Gatehouse'), 'the window')
        wait_for(lambda: find(main_window, 'Papers'), 'the folder')
        test.check('folders and servers', main_window)
        do(main_window, 'root.settings', 'Papers')
        settings = wait_for(lambda: window('Folder Settings'), "a folder's settings")
        test.check("a folder's settings", settings)
        close('Folder Settings')

        do(main_window, 'server.edit', 'web')
        editing = wait_for(lambda: window('Edit Server'), 'the settings of a server with an address')
        test.check('a server with an address', editing)
        close('Edit Server')

        # A server that waits for consent, then runs; its tool asks for a model.
        do(main_window, 'server.review')
        consent = wait_for(lambda: window('Review Command'), 'the question for consent')
        test.check('consent', consent)
        # What is agreed to too quickly does not count.
        wait_for(lambda: not window('Review Command') or nudge(consent, 'click', 'Agree and'), 'its end')
        wait_for(lambda: find(main_window, 'Find the best flight'), 'the tools')
        test.check('tools', main_window)
        wait_for(lambda: find(main_window, 'Search activity') or key('alt+a'), 'its activity')
        wait_for(lambda: find(main_window, 'tools/list, Request sent'), 'a message')
        test.check('activity', main_window)
        wait_for(lambda: find(main_window, 'Run Tool') or key('alt+t'), 'the tools again')
        # Newer GTK offers no action of a drop-down; there the program is left here.
        if any(has_action(node, 'click') is not None for node, _ in walk(main_window)
               if 'Trip' in (node.get_name() or '')):
            look_at_review(test, main_window)
            look_at_elicitation(test, main_window)
            look_at_history(test, main_window)
        else:
            print('no action opens a drop-down here: the review is not looked at')
        do(main_window, 'win.show-rules')
        wait_for(lambda: find(main_window, 'Revoke Rule'), 'the rules')
        test.check('rules', main_window)
        press(main_window, 'Change Rule')
        rule = wait_for(lambda: window('Rule'), 'the dialog of a rule')
        test.check('a rule', rule)
        close('Rule')
        press(main_window, 'Budget of all servers together')
        budget = wait_for(lambda: window('Budget'), 'the dialog of a budget')
        test.check('a budget', budget)
        close('Budget')
    finally:
        if process is not None and process.poll() is None:
            process.terminate()
            process.wait(15 * SLOW)
        shutil.rmtree(work, ignore_errors=True)
    for fault in test.bad:
        print(fault, file=sys.stderr)
    return 1 if test.bad else 0


sys.exit(main())
