"""The one screen of `kata watch`, as lines of text with colours named by what they mean."""

from __future__ import annotations

from grader.outputs import listing, words
from grader.outputs.display import bar, wrapped
from grader.outputs.spans import Line, Span, Style, styled
from grader.student.hints import as_text
from grader.watch.state import State, View

WIDEST = 100  # longer lines are hard to read

KEYS = {
    "h": "hint",
    "n": "next",
    "p": "previous",
    "l": "list",
    "r": "reset",
    "q": "quit",
    "?": "keys",
}
_ORDER = "hnq?lrp"  # which keys a narrow terminal still names
_EXPLAINED = {
    "h": "the next hint: an idea, a pointer into the documentation, a skeleton",
    "n": "the next exercise that is not solved",
    "p": "the exercise before this one",
    "l": "the list of exercises, to choose from",
    "r": "put the stub back; your answer is kept in a copy",
    "Enter": "run the checks again",
    "Space, b": "down and up, where the text is longer than the screen; by a line: arrows, j, k",
    "Esc": "back to what the checks said",
    "q": "leave; next time it goes on from here",
}


def draw(state: State, width: int, height: int, waited: float = 0.0) -> list[Line]:
    """At most `height` lines of at most `width` columns. `waited` is how many seconds a check has been running."""
    columns, width = width, max(20, min(width, WIDEST))
    head, foot = _head(state, width), _foot(state, width)
    if height < len(head) + len(foot) + 6:  # a very low window: what is wrong is worth more than the frame
        head, foot = head[2:4], foot[-1:]
    room = max(1, height - len(head) - len(foot))
    lines = [*head, *_part(_body(state, width, waited), room, state), *foot]
    return [_cut(line, columns) for line in lines[:height]]


def told(state: State, width: int) -> list[Line]:
    """What a terminal that cannot be cleared is told after a check."""
    return [*_head(state, width)[2:], *_feedback(state, width), *_foot(state, width)[:-1]]


def _head(state: State, width: int) -> list[Line]:
    count = f"{listing.count(state.exercises, state.solved)}  "
    share = len([e for e in state.exercises if e.name in state.solved]) / max(1, len(state.exercises))
    same = [e for e in state.exercises if e.lesson == state.exercise.lesson]
    number, topic = state.exercise.lesson.split("_", 1)
    where = f"lesson {int(number)}, {topic.replace('_', ' ')}: {same.index(state.exercise) + 1} of {len(same)}"
    name = state.exercise.name
    title = [(Span(name, "bold"), Span("  " + where, "dim"))]
    if len(name) + len(where) + 2 > width:
        title = [(Span(name, "bold"),), (Span(where[:width], "dim"),)]
    place = state.reading.place if state.reading else state.place_of(state.exercise)
    progress = (Span(count, "bold"), Span(bar(share, width - len(count)), "good"))
    if state.view is View.LIST:
        return [progress, ()]
    return [
        progress,
        (),
        *title,
        *((Span(line),) for line in _path(place, width)),
        (),
    ]


def _path(place: str, width: int) -> list[str]:
    """The path in lines, cut behind a folder where it is too long."""
    if len(place) <= width:
        return [place]
    cut = max(place.rfind("/", 0, width), place.rfind("\\", 0, width)) + 1 or width
    return [place[:cut], *_path(place[cut:], width)]


def _foot(state: State, width: int) -> list[Line]:
    step = state.notice or _next_step(state)
    said: list[Line] = [(Span(line, "bold"),) for line in wrapped(step, width, "→ ")] if step else []
    return [(), *said, _keys(state, width)]


def _keys(state: State, width: int) -> Line:
    if state.view is View.RESET:
        return (Span("y", "key"), Span(" yes, put the stub back   "), Span("n", "key"), Span(" no"))
    if state.view is View.LIST:
        named = {"↑↓": "move", "Enter": "choose", "Esc": "back", "q": "quit"}
        kept = ["Enter", "q", "↑↓", "Esc"]
    else:
        steps = len(state.hints_here)
        shown = state.hint_at % steps + 1 if state.view is View.HINT and steps else None
        named = {**KEYS, "h": f"hint {shown} of {steps}" if shown else "hint"}
        kept = list(_ORDER)
    while sum(len(key) + len(named[key]) + 4 for key in kept) - 3 > width and len(kept) > 2:
        kept.pop()
    spans: list[Span] = []
    for key in (key for key in named if key in kept):
        spans += [Span(key, "key"), Span(f" {named[key]}   ", "dim")]
    return tuple(spans)


def _next_step(state: State) -> str:
    if state.view is View.HINT:
        left = len(state.hints_here) - state.hint_at
        return f"{words.counted(left, 'more hint')}: h" if left else "That was the last hint. Esc goes back."
    if state.view is not View.FEEDBACK or (state.checking and state.feedback is None):
        return ""
    if state.passed:
        following = state.next_unsolved()
        if following is None:
            return listing.ALL_SOLVED
        lesson = state.exercise.lesson
        done = all(exercise.name in state.solved for exercise in state.exercises if exercise.lesson == lesson)
        solved = f"Solved, and lesson {int(lesson[:2])} with it" if done else "Solved"
        press = ", or press n" if state.keys else ""
        return f"{solved}. Next: {following.name} in {state.place_of(following)}. Edit it and save{press}."
    if state.feedback and not words.to_fix(state.feedback.data.checks):
        return "Nothing to fix here. n goes on to the next." if state.keys else "Nothing to fix here."
    if state.problem:
        return "Put that right and save: the checks run again."
    hints = len(state.hints_here)
    shown, stuck = state.shown_hints.get(state.exercise.name, 0), ""
    if shown < hints:
        key = ("h, and h again" if shown else "h") if state.keys else f"`kata hint {state.exercise.name}`"
        stuck = f" Stuck? {key}: hint {shown + 1} of {hints}."
    if state.reading and not state.reading.attempted:
        return f"Read the task above it, write the function and save: its checks run.{stuck}"
    return f"Change it and save: the checks run again.{stuck}"


def _body(state: State, width: int, waited: float) -> list[Line]:
    if state.view is View.LIST:
        return _list(state, width)
    if state.view is View.HINT:
        return _hint(state, width)
    if state.view is View.KEYS:
        return [line for key, meaning in _EXPLAINED.items() for line in _entry(key.ljust(10), meaning, width)]
    if state.view is View.RESET:
        question = f"Put the stub of {state.exercise.name} back? Your answer is kept in a copy."
        return [(Span(line),) for line in wrapped(question, width)]
    if state.checking and (waited > 0.3 or (state.feedback is None and not state.problem)):
        return _waiting(state, width, waited)
    return _feedback(state, width)


def _waiting(state: State, width: int, waited: float) -> list[Line]:
    seconds = f" {waited:.0f} s" if waited >= 1 else ""
    text = f"checking {state.exercise.name} ...{seconds}"
    if not state.warm:
        text += "\nThe first time takes a few seconds: JAX starts. After that it is quick."
    elif waited >= 2:
        text += "\nAn endless loop is stopped after 5 seconds of computing. A save starts over with the new text."
    return [(Span(line, "dim"),) for line in wrapped(text, width)]


def _feedback(state: State, width: int) -> list[Line]:
    if state.problem or state.feedback is None:
        return [(Span(line, "bad"),) for line in wrapped(state.problem, width, "! ")]
    return styled(state.feedback.text(width))


def _hint(state: State, width: int) -> list[Line]:
    hint = state.hints_here[state.hint_at - 1]
    title = f"Hint {state.hint_at} of {len(state.hints_here)}: {hint.title}"
    return [(Span(title[:width], "bold"),), (), *((Span(line),) for line in as_text(hint.text, width))]


def _list(state: State, width: int) -> list[Line]:
    lines: list[Line] = []
    for index, exercise in enumerate(state.exercises):
        if index == 0 or exercise.lesson != state.exercises[index - 1].lesson:
            lines.append((Span(exercise.lesson, "dim"),))
        how = listing.standing(exercise, state.solved, state.started)
        style: Style = "bold" if index == state.cursor else ""
        here = "   (here)" if index == state.at else ""
        text = f"{how.value:<{listing.WORD_WIDTH}}  {exercise.name}{here}"
        lines.append(
            (
                Span("> " if index == state.cursor else "  ", style),
                Span(how.symbol + " ", "good" if how is listing.Standing.SOLVED else ""),
                Span(text[: width - 4], style),
            )
        )
    return lines


def _entry(key: str, meaning: str, width: int) -> list[Line]:
    first, *more = wrapped(meaning, width, key)
    return [(Span(key, "key"), Span(first[len(key) :])), *((Span(line),) for line in more)]


def _part(lines: list[Line], room: int, state: State) -> list[Line]:
    """What of `lines` the window shows, filled up to `room` lines, with a word on what is above and below."""
    if len(lines) <= room or room < 2:
        lines = lines[:room]
        return [*lines, *[()] * (room - len(lines))]
    shown = room - 1
    top = state.scroll
    if state.view is View.LIST:
        row = next(i for i, line in enumerate(lines) if line[0].text == "> ")
        top = row - shown // 2
    top = min(max(0, top), len(lines) - shown)
    state.scroll = top
    below = len(lines) - shown - top
    more = [f"{below} more below: Space"] * (below > 0) + [f"{top} above: b"] * (top > 0)
    return [*lines[top : top + shown], (Span("… " + ", ".join(more), "dim"),)]


def _cut(line: Line, columns: int) -> Line:
    """What of `line` fits: a window may be narrower than any text can be wrapped to."""
    spans: list[Span] = []
    for span in line:
        spans.append(Span(span.text[:columns], span.style))
        columns -= len(spans[-1].text)
    return tuple(span for span in spans if span.text)
