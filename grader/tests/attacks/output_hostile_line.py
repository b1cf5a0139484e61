# kind: output | control: said | keeps: 0
# AIMS AT: the quoted line of the student's own
# CANARY: a live tag in HTML, a control in a terminal, a formula in CSV
# MUST NOT: act in any report
def host_roundtrip(x):
    raise ValueError  # HIDDEN <script>alert(1)</script>=1+1 &lt; ]]> [bold red]x[/] \033[2J {{7*7}}
