"""`kata watch` in a real terminal: tmux types the keys and shows the screen."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time

import pytest

from grader.tests.editions import RIGHT, WRONG, lesson_file, make_edition, write_answer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]
WATCH = shlex.join([sys.executable, "-c", "from grader.cli import main; main()", "watch"])


class Terminal:
    """A shell in tmux, on a server of its own."""

    def __init__(self, folder, columns=80, lines=24):
        self._socket = str(folder / "tmux.socket")
        size = ["-x", str(columns), "-y", str(lines)]
        shell = "env -u NO_COLOR -u KATA_COURSE PS1='prompt> ' sh"
        self._tmux("-f", os.devnull, "new-session", "-d", *size, "-c", str(folder), shell)
        self.wait_for("prompt>")

    def _tmux(self, *arguments):
        done = subprocess.run(["tmux", "-S", self._socket, *arguments], capture_output=True, text=True, timeout=20)
        return done.stdout

    def screen(self, *options):
        return self._tmux("capture-pane", "-p", *options)

    def type(self, text):
        self._tmux("send-keys", "-l", text)

    def press(self, key):
        self._tmux("send-keys", key)

    def run(self, command):
        self.type(command)
        self.press("Enter")

    def resize(self, columns, lines):
        self._tmux("resize-window", "-x", str(columns), "-y", str(lines))

    def wait_for(self, *words, seconds=60):
        end = time.monotonic() + seconds
        while True:
            screen = self.screen()
            if all(word in screen for word in words):
                return screen
            assert time.monotonic() < end, f"{words} not in\n{screen}"
            time.sleep(0.05)

    def close(self):
        self._tmux("kill-server")


@pytest.fixture
def edition(tmp_path, monkeypatch):
    monkeypatch.delenv("KATA_COURSE", raising=False)
    return make_edition(tmp_path)


@pytest.fixture
def terminal(edition):
    terminal = Terminal(edition)
    yield terminal
    terminal.close()


def _modes(terminal, edition):
    """What the terminal is set to, as its shell sees it, in one line."""
    file = edition / "modes"
    file.unlink(missing_ok=True)
    terminal.run("stty -g > modes.new && mv modes.new modes")
    end = time.monotonic() + 20
    while not file.exists():
        assert time.monotonic() < end, terminal.screen()
        time.sleep(0.05)
    return file.read_text()


def test_wrong_right_next_hint_and_quit(edition, terminal):
    before = _modes(terminal, edition)
    terminal.run(WATCH)
    terminal.wait_for("0/2 solved", "○ double, not attempted", "exercises/01_tiny/lesson.py:9", "→ Read the task")

    write_answer(lesson_file(edition), "double", WRONG)
    terminal.wait_for("✗ double, failed: doubles 1", "1 doubled is 2.", "→ Change it and save")
    assert "\x1b[31m✗ double" in terminal.screen("-e")

    write_answer(lesson_file(edition), "double", RIGHT)
    terminal.wait_for("1/2 solved", "✓ double: all checks passed", "→ Solved. Next: halve in")

    terminal.type("n")
    terminal.wait_for("○ halve, not attempted")
    terminal.type("h")
    terminal.wait_for("Hint 1 of 3: a", "h hint 2 of 3")
    terminal.type("h")
    terminal.wait_for("Hint 2 of 3: b")
    terminal.type("?")
    terminal.wait_for("put the stub back")
    terminal.type("p")
    terminal.wait_for("✓ double: all checks passed")

    terminal.type("l")
    terminal.wait_for("> ✓ solved   double   (here)")
    terminal.press("Down")
    terminal.wait_for("> ○ to do    halve")
    terminal.press("Enter")
    terminal.wait_for("○ halve, not attempted")

    terminal.type("q")
    screen = terminal.wait_for("1/2 solved. `kata watch` goes on with halve.", "prompt> ", seconds=10)
    assert "not attempted" not in screen  # the alternate screen is gone
    assert _modes(terminal, edition) == before


def test_a_reset_asks_and_keeps_the_answer(edition, terminal):
    write_answer(lesson_file(edition), "double", RIGHT)
    terminal.run(WATCH)
    terminal.wait_for("✓ double: all checks passed")
    terminal.type("r")
    terminal.wait_for("Put the stub of double back?")
    terminal.type("n")
    terminal.wait_for("✓ double: all checks passed")
    terminal.type("r")
    terminal.wait_for("Put the stub of double back?")
    terminal.type("y")
    terminal.wait_for("The stub is back. Your answer is kept in", "○ double, not attempted", "0/2 solved")
    assert "raise NotImplementedError" in lesson_file(edition).read_text()
    assert any("return 2 * x" in path.read_text() for path in (edition / ".kata").rglob("lesson.py"))


def test_keys_work_while_an_endless_loop_runs(edition, terminal):
    terminal.run(WATCH)
    terminal.wait_for("○ double, not attempted")
    write_answer(lesson_file(edition), "double", "def double(x):\n    while True: pass")
    terminal.wait_for("checking double ...")
    terminal.type("h")
    terminal.wait_for("Hint 1 of 3", seconds=3)
    terminal.press("Escape")
    terminal.wait_for("… double, out of time", seconds=30)
    terminal.press("Enter")
    terminal.wait_for("checking double ...")
    terminal.type("q")
    terminal.wait_for("0/2 solved. `kata watch` goes on with double.", "prompt> ", seconds=3)


def test_the_screen_follows_the_window(edition, terminal):
    terminal.run(WATCH)
    terminal.wait_for("○ double, not attempted", "r reset")
    terminal.resize(40, 20)
    screen = terminal.wait_for("h hint   n next   q quit   ? keys")
    assert "r reset" not in screen
    terminal.resize(80, 24)
    terminal.wait_for("r reset")


def test_ctrl_c_gives_the_terminal_back(edition, terminal):
    before = _modes(terminal, edition)
    terminal.run(WATCH + " ; echo status $?")
    terminal.wait_for("○ double, not attempted")
    terminal.press("C-c")
    terminal.wait_for("status 0", seconds=10)
    assert _modes(terminal, edition) == before


def test_a_signal_gives_the_terminal_back(edition, terminal):
    before = _modes(terminal, edition)
    (edition / "watch.sh").write_text(f"echo $$ > pid\nexec {WATCH}\n")
    terminal.run("sh watch.sh ; echo status $?")
    terminal.wait_for("○ double, not attempted")
    os.kill(int((edition / "pid").read_text()), signal.SIGTERM)
    terminal.wait_for("status 143", seconds=10)
    assert _modes(terminal, edition) == before


def test_ctrl_z_gives_the_terminal_back_and_fg_brings_the_screen_back(edition, terminal):
    terminal.run("set -m; clear")
    before = _modes(terminal, edition)
    terminal.run(WATCH)
    terminal.wait_for("○ double, not attempted")
    terminal.press("C-z")
    terminal.wait_for("prompt> ", seconds=10)
    assert _modes(terminal, edition) == before
    terminal.run("fg")
    terminal.wait_for("○ double, not attempted", "r reset")
    write_answer(lesson_file(edition), "double", RIGHT)
    terminal.wait_for("✓ double: all checks passed")
    terminal.type("n")
    terminal.wait_for("○ halve, not attempted")
