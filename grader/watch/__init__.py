"""`kata watch`: each save of an answer runs its checks, and one screen says what to do next.

`state` decides and `screen` draws; neither touches a file, a clock or a terminal. Around them `saves` hears of saves,
`keys` and `terminal` know terminals, `checker` asks the warm judge slot, and `loop` passes things on.

Built on `grader.student`, which knows where answers are; it never imports a student's file, the worker or a notebook.
"""
