"""Numbers of the system calls a jailed worker may make, on x86-64 and on aarch64.

From Linux's own headers (`asm/unistd_64.h`, `asm-generic/unistd.h`; a test compares them where they are
installed). Each entry is name, x86-64 number, aarch64 number; `-` where the call does not exist.
`grader.worker.seccomp` says why this is a list of what is allowed.
"""

from __future__ import annotations

import re

MACHINES = ("x86_64", "aarch64")
# The newest number this table was drawn up against (set_mempolicy_home_node, Linux 5.17).
NEWEST = 450

_ALWAYS = """
# files
read 0 63                   write 1 64                  open 2 -                    close 3 57
stat 4 -                    fstat 5 80                  lstat 6 -                   newfstatat 262 79
statx 332 291               lseek 8 62                  pread64 17 67               pwrite64 18 68
readv 19 65                 writev 20 66                preadv 295 69               pwritev 296 70
preadv2 327 286             pwritev2 328 287            access 21 -                 faccessat 269 48
faccessat2 439 439          openat 257 56               openat2 437 437             creat 85 -
dup 32 23                   dup2 33 -                   dup3 292 24                 close_range 436 436
flock 73 32                 fsync 74 82                 fdatasync 75 83             sync_file_range 277 84
truncate 76 45              ftruncate 77 46             fallocate 285 47            fadvise64 221 223
readahead 187 213           sendfile 40 71              copy_file_range 326 285     getdents 78 -
getdents64 217 61           getcwd 79 17                chdir 80 49                 fchdir 81 50
rename 82 -                 renameat 264 38             renameat2 316 276           mkdir 83 -
mkdirat 258 34              rmdir 84 -                  link 86 -                   linkat 265 37
unlink 87 -                 unlinkat 263 35             symlink 88 -                symlinkat 266 36
readlink 89 -               readlinkat 267 78           umask 95 166                statfs 137 43
fstatfs 138 44

# pipes, events and waiting
pipe 22 -                   pipe2 293 59                poll 7 -                    ppoll 271 73
select 23 -                 pselect6 270 72             epoll_create 213 -          epoll_create1 291 20
epoll_ctl 233 21            epoll_wait 232 -            epoll_pwait 281 22          epoll_pwait2 441 441
eventfd 284 -               eventfd2 290 19             signalfd 282 -              signalfd4 289 74
timerfd_create 283 85       timerfd_settime 286 86      timerfd_gettime 287 87      recvfrom 45 207
getsockname 51 204          getpeername 52 205          getsockopt 55 209           shutdown 48 210

# memory
mmap 9 222                  mprotect 10 226             munmap 11 215               mremap 25 216
msync 26 227                mincore 27 232              madvise 28 233              brk 12 214
mlock 149 228               munlock 150 229             mbind 237 235               get_mempolicy 239 236
membarrier 324 283

# threads
futex 202 98                futex_waitv 449 449         set_robust_list 273 99      set_tid_address 218 96
rseq 334 293                gettid 186 178              sched_yield 24 124          sched_getaffinity 204 123
sched_getparam 143 121      sched_getscheduler 145 120  sched_getattr 315 275       getcpu 309 168
sched_get_priority_max 146 125                          sched_get_priority_min 147 126
arch_prctl 158 -            sched_rr_get_interval 148 127                           exit 60 93
exit_group 231 94           restart_syscall 219 128

# signals and time
rt_sigaction 13 134         rt_sigprocmask 14 135       rt_sigreturn 15 139         rt_sigpending 127 136
rt_sigtimedwait 128 137     rt_sigsuspend 130 133       sigaltstack 131 132         pause 34 -
alarm 37 -                  getitimer 36 102            setitimer 38 103            timer_create 222 107
timer_settime 223 110       timer_gettime 224 108       timer_getoverrun 225 109    timer_delete 226 111
nanosleep 35 101            clock_nanosleep 230 115     clock_gettime 228 113       clock_getres 229 114
gettimeofday 96 169         time 201 -                  times 100 153

# about itself
getpid 39 172               getppid 110 173             getpgrp 111 -               getpgid 121 155
getsid 124 156              getuid 102 174              geteuid 107 175             getgid 104 176
getegid 108 177             getresuid 118 148           getresgid 120 150           getgroups 115 158
capget 125 90               getpriority 140 141         getrlimit 97 163            setrlimit 160 164
getrusage 98 165            uname 63 160                sysinfo 99 179              getrandom 318 278
wait4 61 260                waitid 247 95
"""

_CONDITIONAL = """
clone 56 220                clone3 435 435              kill 62 129                 tgkill 234 131
prlimit64 302 261           sched_setaffinity 203 122   socketpair 53 199           sendto 44 206
fcntl 72 25                 ioctl 16 29                 prctl 157 167
"""


def always(machine: str) -> dict[str, int]:
    """Calls allowed whatever their arguments: name to number. `machine` is one of MACHINES."""
    return _numbers(_ALWAYS, machine)


def conditional(machine: str) -> dict[str, int]:
    """Calls allowed with some arguments only: name to number."""
    return _numbers(_CONDITIONAL, machine)


def _numbers(table: str, machine: str) -> dict[str, int]:
    column = MACHINES.index(machine)
    rows = re.findall(r"(\w+) (\d+|-) (\d+|-)", table)
    return {name: int(numbers[column]) for name, *numbers in rows if numbers[column] != "-"}
