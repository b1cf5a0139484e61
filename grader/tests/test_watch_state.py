"""What `kata watch` decides, without a terminal, a file or a judge."""

from __future__ import annotations

import pytest

from grader.student.look import Look
from grader.tests.watching import DOUBLE, FILE, HALVE, NOTEBOOK, PLACE, RIGHT, WRONG, a_look, a_state
from grader.watch.state import Check, Quit, Reading, Record, RecordHints, Reset, View


def _keys(state, keys):
    return [effect for key in keys for effect in state.key(key)]


def test_it_starts_at_the_first_unsolved_exercise():
    state = a_state({"double"})
    assert state.start() == [Check(1, HALVE)]


def test_it_starts_where_it_is_told_to():
    assert a_state().start(PLACE) == [Check(1, PLACE)]


def test_a_course_that_is_all_solved_starts_at_its_first():
    assert a_state({"double", "halve", "place"}).start() == [Check(1, DOUBLE)]


def test_a_save_checks_the_exercise_at_hand():
    state = a_state()
    state.start()
    assert state.saved(FILE, a_look(double="new")) == [Check(2, DOUBLE)]


def test_a_save_without_a_change_to_any_exercise_checks_the_one_at_hand():
    state = a_state()
    state.start()
    assert state.saved(FILE, a_look()) == [Check(2, DOUBLE)]  # a helper may have changed


def test_the_exercise_at_hand_follows_the_student_to_another():
    state = a_state()
    state.start()
    assert state.saved(FILE, a_look(halve="new")) == [Check(2, HALVE)]
    assert state.exercise == HALVE


def test_a_formatter_that_changes_every_exercise_moves_nobody():
    state = a_state()
    state.start(HALVE)
    state.saved(FILE, a_look(double="  d", halve="  h"))
    assert state.exercise == HALVE


def test_of_several_changed_exercises_it_follows_to_one_that_is_not_solved():
    state = a_state({"double"})
    state.start(PLACE)
    state.saved(FILE, a_look(double="new", halve="new"))
    assert state.exercise == HALVE


def test_a_save_of_another_lesson_follows_only_where_an_exercise_changed():
    state = a_state()
    state.start()
    other = "exercises/02_more_of_it/lesson.py"
    assert state.saved(other, Look("02_more_of_it", other, {"place": "p"})) == []
    assert state.saved(other, Look("02_more_of_it", other, {"place": "new"})) == [Check(2, PLACE)]


def test_a_notebook_that_appears_moves_nobody():
    state = a_state()
    state.start(HALVE)
    state.saved(NOTEBOOK, a_look(shown=NOTEBOOK))
    assert state.exercise == HALVE


def test_a_verdict_is_recorded_and_shown():
    state = a_state()
    state.start()
    assert state.judged(1, RIGHT) == [Record("double", True)]
    assert state.solved == {"double"} and state.passed
    assert state.judged(1, WRONG) == [Record("double", False)]
    assert state.solved == set()


def test_the_verdict_on_an_older_text_is_dropped():
    state = a_state()
    state.start()
    state.saved(FILE, a_look(double="newer"))
    assert state.judged(1, RIGHT) == []
    assert state.checking and state.feedback is None and not state.solved


def test_a_check_that_could_not_be_made_is_a_sentence_and_forgets_nothing():
    state = a_state({"double"})
    state.start(DOUBLE)
    assert state.judged(1, None, "The check could not run.") == []
    assert state.problem == "The check could not run." and state.solved == {"double"}


def test_an_answer_that_cannot_be_read_is_no_verdict():
    state = a_state({"double"})
    state.start(DOUBLE)
    state.read(Reading(FILE, problem="lesson.py: is empty"))
    assert state.problem == "lesson.py: is empty" and not state.checking and state.solved == {"double"}


def test_next_goes_to_the_next_unsolved_one_and_round():
    state = a_state({"halve"})
    state.start()
    state.key("n")
    assert state.exercise == PLACE
    state.key("n")
    assert state.exercise == DOUBLE


def test_next_says_so_where_nothing_is_left():
    state = a_state({"halve", "place"})
    state.start()
    assert state.key("n") == [] and "last one" in state.notice
    state.judged(1, RIGHT)
    assert state.key("n") == [] and state.notice == "Everything is solved."


def test_previous_goes_back_in_order_and_stays_at_the_first():
    state = a_state({"double"})
    state.start()
    assert _keys(state, "p") == [Check(2, DOUBLE)]
    assert _keys(state, "p") == [] and state.exercise is DOUBLE and "first" in state.notice


def test_hints_come_one_by_one_and_are_recorded():
    state = a_state()
    state.start()
    assert _keys(state, "hhhh") == [
        RecordHints("double", 1),
        RecordHints("double", 2),
        RecordHints("double", 3),
        RecordHints("double", 3),
    ]
    assert state.view is View.HINT and state.hint_at == 1  # round again


def test_coming_back_to_the_hints_shows_the_last_one_again():
    state = a_state()
    state.start()
    _keys(state, ["h", "h", "escape", "h"])
    assert state.hint_at == 2


def test_an_exercise_without_hints_says_so():
    state = a_state()
    state.start(PLACE)
    assert state.key("h") == [] and state.notice == "There are no hints for place."


def test_a_save_goes_back_from_a_hint_to_the_feedback():
    state = a_state()
    state.start()
    state.key("h")
    state.saved(FILE, a_look(double="new"))
    assert state.view is View.FEEDBACK


def test_an_exercise_is_chosen_from_the_list():
    state = a_state()
    state.start()
    assert _keys(state, ["l", "down", "j", "j", "enter"]) == [Check(2, PLACE)]
    assert state.view is View.FEEDBACK


@pytest.mark.parametrize("key", ["l", "escape"])
def test_the_list_is_left_as_it_was_entered(key):
    state = a_state()
    state.start()
    assert _keys(state, ["l", "down", key]) == []
    assert state.exercise == DOUBLE and state.view is View.FEEDBACK


def test_a_reset_asks_first():
    state = a_state()
    state.start()
    assert _keys(state, "rn") == []
    assert _keys(state, "rq") == [Quit()]
    state.view = View.FEEDBACK
    assert _keys(state, "ry") == [Reset(DOUBLE)]


def test_enter_checks_again():
    state = a_state()
    state.start()
    assert state.key("enter") == [Check(2, DOUBLE)]


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize("key", ["q", "interrupt"])
def test_quit_is_quit_everywhere(view, key):
    state = a_state(view=view)
    assert state.key(key) == [Quit()]


@pytest.mark.parametrize("view", View)
def test_any_other_key_does_no_harm(view):
    for key in ["x", "\x00", "é", "", "escape", "up", "pagedown"]:
        state = a_state(view=view, hint_at=1)
        assert state.key(key) == []


def test_the_next_exercise_is_named_in_the_file_that_is_worked_in():
    state = a_state()
    state.looks[NOTEBOOK] = a_look(shown=NOTEBOOK)
    state.start()
    state.read(Reading(f"{FILE}:10"))
    assert state.place_of(HALVE) == f"{FILE}:20"
    state.read(Reading(NOTEBOOK))
    assert state.place_of(HALVE) == f"{NOTEBOOK}, code cell 4"
