"""What a student's commands are made of: where answers lie, what the public checks say, hints, progress, handing in."""
