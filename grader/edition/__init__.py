"""The student edition: a folder of one's own with exercises/ and notebooks/, and nothing of solutions/.

`start` makes it, `update` brings new lessons without touching answers, `reset` puts one stub back. Beside the
student's files lies `.kata/`: `edition.json` (what was delivered), `pristine/` (as it was), `backup/`.

It may read the course and the student's own files, as text. It runs nothing of either, and knows no judge.
"""
