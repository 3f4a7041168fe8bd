#!/usr/bin/env python3
"""A host that others use too: a case on all cores, beside busy processes, must take no longer than on one thread. Status 1
where the median of five runs in turns takes 1.1 times as long.

    tests/hostile/busy_host.py [BUILD [BUSY_PROCESSES]]         default: build/release 17
"""
import multiprocessing
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release").resolve()
N_BUSY = int(sys.argv[2]) if len(sys.argv) > 2 else 17
CASE = ROOT / "cases/scatter_cylinder_2d/case.yaml"
TURNS = 5
AT_MOST = 1.1


def be_busy():
    while True:
        pass


def seconds_of_run(threads, scratch):
    begin = time.monotonic()
    subprocess.run([BUILD / "dgsolve", CASE, "--quiet", "--device", "cpu", "--output", scratch / "results"], check=True,
                   env={**os.environ, "OMP_NUM_THREADS": str(threads), "DGSOLVE_CACHE": str(scratch / "cache")})
    return time.monotonic() - begin


n_cores = len(os.sched_getaffinity(0))
with tempfile.TemporaryDirectory() as scratch:
    scratch = pathlib.Path(scratch)
    seconds_of_run(1, scratch)  # which keeps the mesh
    busy = [multiprocessing.Process(target=be_busy, daemon=True) for _ in range(N_BUSY)]
    for process in busy:
        process.start()
    times = {1: [], n_cores: []}
    for _ in range(TURNS):
        for threads, seconds in times.items():
            seconds.append(seconds_of_run(threads, scratch))
    for process in busy:
        process.kill()
medians = {threads: statistics.median(seconds) for threads, seconds in times.items()}
for threads, seconds in times.items():
    print(f"{threads} threads: {medians[threads]:.2f} s, the median of {', '.join(f'{s:.2f}' for s in seconds)}")
share = medians[n_cores] / medians[1]
print(f"{n_cores} threads beside {N_BUSY} busy processes take {share:.2f} of the time of one")
sys.exit(0 if share <= AT_MOST else 1)
