"""What students handed in, found and read; the modules with an underscore are its parts."""

from grader.submissions._tree import UnreadableSubmission
from grader.submissions.reading import (
    Submission,
    SubmissionsError,
    Unreadable,
    read_file,
    read_folder,
    read_submissions,
)

__all__ = [
    "Submission",
    "SubmissionsError",
    "Unreadable",
    "UnreadableSubmission",
    "read_file",
    "read_folder",
    "read_submissions",
]
