"""A course of one's own: `course.toml` and a folder of changes, composed with the upstream course into a plain one.

    settings.py   what course.toml says
    prose.py      lesson.py and hints.md: exercises chosen, moved, replaced and added
    checks.py     test_hidden.py and test_public.py: the same for classes of checks
    weights.py    points and `# keeps:` rewritten
    compose.py    all of it, to files and onto the disk
    digest.py     whether what was composed is still what would be

Nothing here runs a lesson: it is text in and text out, and `grader.course` alone knows where what is composed lies.
It may import no more than `course`, `files`, `percent` and `points`; `grader.course` asks `digest` late.
"""
