#!/usr/bin/env python3
"""Strangers at the port of a run of two processes, on emulated GPUs: the run must end as without them, and must still
notice a process that is killed. Status 1 where it does not.

    tests/hostile/strangers.py [BUILD]         default: build/release
"""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release").resolve()
BACKEND = BUILD / "tests/emulated_backend"
CASE = ROOT / "cases/maxwell_cavity_2d/case.yaml"
SETTINGS = ("mesh.parameters.h=0.5", "order=1", "output.fields={format: vtkhdf, every: 0.25}",
            "output.ledger={every: 0.05}")
DELAY = 5           # s, that a run may take longer than without strangers on a machine that others use too
LOSS_NOTICED = 20   # s, as kernels/README.md promises
failures = []


def expect(holds, what, log=""):
    print(f"{'ok' if holds else 'FAILED'}: {what}", flush=True)
    if not holds:
        print(log.strip()[-1000:], flush=True)
        failures.append(what)


class Strangers(threading.Thread):
    """Come to the port that a folder's file names, and again, until they are sent away. guest(socket): one of them, once
    it is connected; n: at a time."""

    def __init__(self, folder, guest, n):
        super().__init__(daemon=True)
        self.file, self.guest, self.n = folder / ".dgsolve_ranks", guest, n
        self.have_come, self.are_sent_away = threading.Event(), threading.Event()
        self.n_connected = 0
        self.start()

    def port(self):
        try:
            return int(self.file.read_text().splitlines()[2].split()[1])
        except (OSError, IndexError):
            return None

    def run(self):
        while not self.are_sent_away.wait(0.02):
            port = self.port()
            if port is None:
                continue
            connected = []
            for _ in range(self.n):
                try:
                    connected.append(socket.create_connection(("127.0.0.1", port), timeout=1))
                except OSError:
                    pass
            self.n_connected += len(connected)
            self.have_come.set()
            for one in connected:
                self.guest(self, one)
            for one in connected:
                one.close()

    def idle(self, _):
        self.are_sent_away.wait(8 / self.n)  # longer than they are listened to

    def garbage(self, one):
        try:
            one.sendall(os.urandom(100000))
        except OSError:
            pass

    def dripping(self, one):
        for byte in self.token()[:8]:
            try:
                one.send(bytes([byte]))
            except OSError:
                return
            self.are_sent_away.wait(0.5)

    def token(self):
        """Which only who reads the file can know: the slowest hello that is not wrong."""
        try:
            return self.file.read_bytes()
        except OSError:
            return b""


KINDS = {"idle": (Strangers.idle, 2), "garbage": (Strangers.garbage, 4), "dripping": (Strangers.dripping, 2),
         "200 at once": (Strangers.idle, 200)}


def start(rank, folder, *settings):
    command = [BUILD / "dgsolve", CASE, "--output", folder, "--device", "cuda", "--quiet", "--ranks", "2", "--rank", str(rank)]
    for setting in (*SETTINGS, *settings):
        command += ["--set", setting]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env={**os.environ, "OMP_NUM_THREADS": "1", "LD_LIBRARY_PATH": str(BACKEND),
                                 "DGSOLVE_CACHE": str(BACKEND / "cache")})


def start_both(folder, strangers, *settings):
    """Rank 1 once strangers have come."""
    first = start(0, folder, *settings)
    for some in strangers:
        some.have_come.wait(30)
    return first, start(1, folder, *settings)


def results_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
            if path.suffix in (".vtkhdf", ".csv")}


def run(folder, kinds):
    """Results and seconds of a run that must succeed."""
    begin = time.monotonic()
    strangers = [Strangers(folder, *KINDS[kind]) for kind in kinds]
    processes = start_both(folder, strangers)
    logs = [process.communicate()[0] for process in processes]
    seconds = time.monotonic() - begin
    for some in strangers:
        some.are_sent_away.set()
    for rank, process in enumerate(processes):
        expect(process.returncode == 0, f"{folder.name}, rank {rank}: status {process.returncode}", logs[rank])
    came = sum(some.n_connected for some in strangers)
    return results_of(folder), seconds, came


def run_beside(kind, folder, alone, seconds_alone):
    results, seconds, came = run(folder, [kind])
    expect(came > 0, f"{kind}: {came} strangers came")
    expect(results == alone, f"{kind}: the results are those without strangers")
    expect(seconds < seconds_alone + DELAY, f"{kind}: {seconds:.1f} s, and {seconds_alone:.1f} s without strangers")


def kill_beside_all(folder):
    """Rank 1, in the middle of a run."""
    strangers = [Strangers(folder, *kind) for kind in KINDS.values()]
    first, second = start_both(folder, strangers, "time.final=1000")
    while not (folder / "ledger.csv").exists() and first.poll() is None:
        time.sleep(0.05)
    second.send_signal(signal.SIGKILL)
    begin = time.monotonic()
    log = first.communicate()[0]
    seconds = time.monotonic() - begin
    for some in strangers:
        some.are_sent_away.set()
    expect(first.returncode == 1 and "rank 1 has ended" in log, f"killed: status {first.returncode}", log)
    expect(seconds < LOSS_NOTICED, f"killed: noticed within {seconds:.1f} s")


with tempfile.TemporaryDirectory() as scratch:
    scratch = pathlib.Path(scratch)
    run(scratch / "first", [])  # which compiles kernels
    alone, seconds_alone, _ = run(scratch / "alone", [])
    expect(len(alone) > 2, f"alone: {len(alone)} files of results")
    for kind in KINDS:
        run_beside(kind, scratch / kind.replace(" ", "_"), alone, seconds_alone)
    kill_beside_all(scratch / "killed")
sys.exit(1 if failures else 0)
