"""A notebook's side: `check`, `hint` and `%kata`, what they show, and how a function leaves for its worker."""
