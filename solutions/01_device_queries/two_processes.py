"""Two JAX processes on this machine, with 2 and 3 simulated CPU devices: what does each of them see?"""

import os
import socket
import subprocess
import sys


def look_around(process: int, address: str) -> None:
    """Join the other process at `address`, then print what JAX answers here."""
    import jax

    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_num_cpu_devices", 2 + process)
    jax.distributed.initialize(address, num_processes=2, process_id=process, coordinator_bind_address=address)

    print(f"process {jax.process_index()} of {jax.process_count()}")
    print("  device_count        ", jax.device_count())
    print("  local_device_count  ", jax.local_device_count())
    print("  ids, devices()      ", [d.id for d in jax.devices()])
    print("  their process_index ", [d.process_index for d in jax.devices()])
    print("  ids, local_devices()", [d.id for d in jax.local_devices()])
    print("  a new array is on   ", [d.id for d in jax.numpy.ones(3).devices()])
    try:
        print("  from devices()[0]   ", float(jax.device_put(7.0, jax.devices()[0])))
    except RuntimeError as error:
        print("  from devices()[0]   ", type(error).__name__)
    jax.distributed.shutdown()


def start_both(program: str = __file__) -> str:
    """Run `program` as process 0 and as process 1; return what they print, one after the other."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))  # loopback, and a port that is free just now
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    environment = {**os.environ, "XLA_FLAGS": ""}  # which may ask for a number of devices too
    both = [
        subprocess.Popen([sys.executable, program, str(i), address], env=environment, stdout=subprocess.PIPE, text=True)
        for i in range(2)
    ]
    try:
        return "".join(process.communicate(timeout=60)[0] for process in both)
    finally:
        for process in both:
            process.kill()


if __name__ == "__main__":
    if len(sys.argv) == 3:
        look_around(int(sys.argv[1]), sys.argv[2])
    else:
        print(start_both(), end="")
