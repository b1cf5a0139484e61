"""What people see: one small module a format, all of them fed by `grader.report` records.

Student text is data in every format. Each writer passes what it prints through `grader.text.visible`
and then through its format's own escaping; none of them trusts that somebody else already has.
"""
