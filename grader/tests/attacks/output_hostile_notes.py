# kind: output | control: said | keeps: 0
# AIMS AT: the notes on cells that raised
# CANARY: a live tag in HTML, a line of its own in CSV
# MUST NOT: act in any report, or grow it without bound
raise RuntimeError  # HIDDEN <img src=x onerror=alert(1)>","100","=HYPERLINK(1)
