#!/usr/bin/env python3
"""What only a machine with several GPUs can show, from an unpacked bundle. Without names: all steps. Status 1 where one
failed.

    tests/several_gpus.py [same ranks killed mistakes waves balance processes set_up outputs elliptic large]…
"""
import concurrent.futures
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from digests import variants_of

SOURCE = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = SOURCE / "dgsolve"
OUT = pathlib.Path(os.environ.get("OUT") or tempfile.mkdtemp())
FEWEST_STEPS = 1000
BY_SOCKETS = {"NCCL_P2P_DISABLE": "1", "NCCL_SHM_DISABLE": "1", "NCCL_NET": "Socket"}
failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}", flush=True)


def n_gpus():
    return len(subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True).stdout.splitlines())


def start(case, folder, settings, *options, environment=None):
    command = [PROGRAM, case, "--output", folder, "--quiet", *options]
    for setting in settings:
        command += ["--set", setting]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env={**os.environ, **(environment or {})})


def summary_of(folder):
    return json.loads((folder / "summary.json").read_text())


def run(case, folder, settings, device, *options, environment=None):
    """summary.json of a run that must succeed, or none."""
    process = start(case, folder, settings, "--device", device, *options, environment=environment)
    log = process.communicate()[0]
    expect(process.returncode == 0, f"{folder.name}: status {process.returncode}: {log.strip()[-400:]}")
    return summary_of(folder) if process.returncode == 0 else None


def run_in_processes(n, case, folder, settings, environment=None):
    """As run, in n processes with a GPU each."""
    processes = [start(case, folder, settings, "--device", f"cuda:{rank}", "--ranks", str(n), "--rank", str(rank),
                       environment=environment) for rank in range(n)]
    logs = [process.communicate()[0] for process in processes]
    for rank, process in enumerate(processes):
        expect(process.returncode == 0, f"{folder.name}, rank {rank}: status {process.returncode}: "
                                        f"{logs[rank].strip()[-400:]}")
    return summary_of(folder) if all(process.returncode == 0 for process in processes) else None


def results_of(folder):
    """Files of a run but those that say how long it took."""
    files = [path for path in folder.rglob("*") if path.suffix in (".vtu", ".vtkhdf", ".csv", ".pvd")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def compare(found, expected, name, at_end_only=False):
    a, b = results_of(found), results_of(expected)
    if at_end_only:  # a restarted run lacks the first fields
        last_a, last_b = (files[max(file for file in files if file.endswith(".vtu"))] for files in (a, b))
        expect(last_a == last_b, f"{name}: other fields at the end")
        return
    expect(sorted(a) == sorted(b), f"{name}: {len(a)} files, not {len(b)}")
    differing = [file for file in b if a.get(file) != b[file]]
    expect(not differing, f"{name}: {len(differing)} of {len(b)} files differ: {', '.join(sorted(differing)[:5])}")


def forced_variant(path, device):
    """What makes runs compute alike: several GPUs try variants on fewer cells each, and may choose another."""
    names = variants_of(PROGRAM, path, device, "double")
    return {"DGSOLVE_VARIANT": names[-1]} if names else {}


def same_case(path, devices):
    """A shipped case on one GPU and on several, and from one to several and back by checkpoints."""
    name, folder = path.parent.name, OUT / "same_cases" / path.parent.name
    text = path.read_text()
    if "physics: poisson" in text:
        settings = ["solver.operator=matrix_free", "output.fields.precision=double"]
        if not all(run(path, folder / str(i), settings, device) for i, device in enumerate(devices)):
            return f"{name}: a run failed"
        compare(folder / "1", folder / "0", name)
        iterations = [summary_of(folder / str(i))["solver"]["iterations"] for i in (0, 1)]
        expect(iterations[0] == iterations[1], f"{name}: iterations {iterations}")
        return f"{name}: {iterations[1]} iterations"
    first = run(path, folder / "first", ["output={}"], devices[0])
    if not first:
        return f"{name}: a run failed"
    final = first["time"] * max(1, -(-FEWEST_STEPS // first["steps"]))
    settings = [f"time.final={final!r}", f"output.fields.every={final / 2!r}", "output.fields.precision=double",
                f"output.checkpoint={{every: {final / 4!r}, keep: 9}}"]
    variant = forced_variant(path, devices[0])
    one, several = (run(path, folder / str(i), settings, device, environment=variant)
                    for i, device in enumerate(devices))
    if not one or not several:
        return f"{name}: a run failed"
    compare(folder / "1", folder / "0", name)
    checkpoints = sorted((folder / "0" / "checkpoints").glob("*.h5"))
    if not run(path, folder / "on", settings, devices[1], "--restart", checkpoints[0], environment=variant):
        return f"{name}: a run failed"
    checkpoints = sorted((folder / "on" / "checkpoints").glob("*.h5"))
    if not run(path, folder / "back", settings, devices[0], "--restart", checkpoints[1], environment=variant):
        return f"{name}: a run failed"
    for found in ("on", "back"):
        compare(folder / found, folder / "0", f"{name}, {found}", at_end_only=True)
    return f"{name}: {several['steps']} steps, {several['elements']} cells"


def same():
    """Of cases with ports each driven mode has a folder of its own; the suite LongPorts has them."""
    cases = [path for path in sorted(SOURCE.glob("cases/*/case.yaml")) if "s_parameters" not in path.read_text()]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for line in pool.map(lambda path: same_case(path, ["cuda:0", "cuda:all"]), cases):
            print(line, flush=True)


def ranks():
    """A process for each GPU: by peer access, and by sockets with that and shared memory switched off. Fields are in the
    one format that processes do not write in pieces."""
    settings = ["output.fields.precision=double", "output.fields.format=vtkhdf"]
    for name in ("maxwell_cavity_3d", "mie_pec_sphere", "waveguide_wr90"):
        path, folder = SOURCE / "cases" / name / "case.yaml", OUT / "ranks" / name
        variant = forced_variant(path, "cuda:0")
        if not run(path, folder / "one", settings, "cuda:0", environment=variant):
            continue
        for by, environment in (("peer", {}), ("sockets", BY_SOCKETS)):
            if run_in_processes(n_gpus(), path, folder / by, settings, {**variant, **environment}):
                compare(folder / by, folder / "one", f"{name}, processes by {by}")
                print(f"{name}, processes by {by}: compared", flush=True)
    elliptic_ranks()


def elliptic_ranks():
    """The same with elliptic problems that are long enough to be shared: 1.6 million unknowns."""
    path = SOURCE / "cases/poisson_mms_3d/case.yaml"
    settings = ["order=3", "mesh.parameters.h=0.04", "output.fields.precision=double",
                "solver={operator: matrix_free}"]
    for name, kappa in (("straight", "1"), ("varying", "1 + x*y")):
        folder = OUT / "ranks" / f"poisson_{name}"
        own = [*settings, f"regions.cube.kappa={kappa}"]
        one = run(path, folder / "one", own, "cuda:0")
        if not one:
            continue
        for by, environment in (("peer", {}), ("sockets", BY_SOCKETS)):
            several = run_in_processes(n_gpus(), path, folder / by, own, environment)
            if not several:
                continue
            compare(folder / by, folder / "one", f"poisson, {name}, processes by {by}")
            expect(several["solver"]["history"] == one["solver"]["history"],
                   f"poisson, {name}, processes by {by}: other residuals")
            expect(min(part["cells"] for part in several["parts"]) > 0, f"poisson, {name}: not shared")
            print_elliptic_speed(f"poisson, {name}, processes by {by}", several)
        print_elliptic_speed(f"poisson, {name}, one GPU", one)


def print_elliptic_speed(name, summary):
    solver = summary["solver"]
    print(f"{name}: {summary['dofs']} unknowns, {solver['iterations']} iterations in {solver['solve_seconds']:.4f} s, "
          f"set up in {solver['setup_seconds']:.2f} s, {summary['memory_bytes']['device'] / 1e9:.2f} GB", flush=True)


def killed():
    """The last process is killed on its way: the others end, and one GPU goes on from the last checkpoint."""
    path, folder = SOURCE / "cases/maxwell_cavity_3d/case.yaml", OUT / "killed"
    settings = ["time.final=500", "output={checkpoint: {every: 1}}", "exact={}"]
    processes = [start(path, folder, settings, "--device", f"cuda:{rank}", "--ranks", str(n_gpus()), "--rank", str(rank))
                 for rank in range(n_gpus())]
    while len(list(folder.glob("checkpoints/checkpoint_????????????.h5"))) < 2 and processes[0].poll() is None:
        time.sleep(0.1)
    processes[-1].send_signal(signal.SIGKILL)
    began = time.time()
    for rank, process in enumerate(processes[:-1]):
        log = process.communicate()[0]
        print(f"rank {rank}: status {process.returncode} after {time.time() - began:.1f} s: {log.strip()[-300:]}", flush=True)
        expect(process.returncode == 1 and time.time() - began < 30, f"rank {rank} did not end in order")
    went_on = start(path, folder, settings, "--device", "cuda:0", "--restart", "--set", "time.wall_limit=2")
    log = went_on.communicate()[0]
    print(f"restart on one GPU: status {went_on.returncode}: {log.strip()[-300:]}", flush=True)
    expect(went_on.returncode == 3, "restart after a loss")


def mistakes():
    case = SOURCE / "cases/maxwell_cavity_2d/case.yaml"
    for device, options in (("cuda:0,0", []), (f"cuda:0,{n_gpus()}", []), ("cuda:0", ["--ranks", "2", "--rank", "2"])):
        process = start(case, OUT / "mistake", [], "--device", device, *options)
        log = process.communicate()[0]
        print(f"{device} {' '.join(options)}: status {process.returncode}: {log.strip()[-300:]}", flush=True)
        expect(process.returncode == 2, f"{device} {' '.join(options)} was not refused")


def bench(device, *options):
    """The lines that the benchmark prints, or none of one that fails, which tells why."""
    began = time.time()
    result = subprocess.run([PROGRAM, "bench", "--device", device, *map(str, options)], capture_output=True, text=True)
    lines = result.stdout.strip().splitlines() if result.returncode == 0 else [result.stderr.strip()[-300:]]
    print(f"{device} {' '.join(map(str, options))}: {lines[-1]} ({time.time() - began:.0f} s in all)", flush=True)
    return lines if result.returncode == 0 else None


def stage_rates(device, elements):
    """The rates of the fastest batch and over seconds 2 and 3, in G fDOF/s."""
    lines = bench(device, "--physics", "maxwell", "--order", 4, "--elements", elements)
    return [float(rate) for rate in lines[-1].split()[2:4]] if lines else [float("nan")] * 2


def waves():
    """A stage in a time loop, N = 4, double precision."""
    n = n_gpus()
    one = {size: stage_rates("cuda:0", size) for size in (1_000_000, 10_000_000)}
    alone = [stage_rates(f"cuda:{gpu}", 5_000_000) for gpu in range(n)]  # GPUs of one model differ
    together = {size: stage_rates("cuda:all", size) for size in {1_000_000, 10_000_000, 5_000_000 * n}}
    for i, rate in enumerate(("fastest batch", "sustained")):
        weak = together[5_000_000 * n][i]
        print(f"{rate}: weak, 5 M cells a GPU: {weak / sum(gpu[i] for gpu in alone):.3f} of all GPUs alone, "
              f"{weak / alone[0][i] / n:.3f} of the first")
        for size in (1_000_000, 10_000_000):
            print(f"{rate}: strong, {size} cells: {together[size][i] / one[size][i] / n:.3f}", flush=True)


def write_case(name, text):
    file = OUT / f"{name}.yaml"
    file.write_text("physics: maxwell\nunits: natural\norder: 4\n" + text)
    return file


def print_speed(name, summary):
    if summary:
        seconds = summary["wall_seconds"]
        print(f"{name}: {summary['elements']} cells, {summary['steps']} steps, {summary['throughput_gdof_per_s']:.2f}"
              f" G fDOF/s, set up in {seconds['setup']:.2f} s", flush=True)
        for part in summary.get("parts", []):
            print(f"    {part}")
    return summary["throughput_gdof_per_s"] if summary else float("nan")


def balance():
    """A box with twelve layers of cells at one side, against the box without."""
    speeds = {}
    for name, boundary in (("plain", "pec"), ("layers", "{type: open, thickness: 0.6, layers: 12, frequency: 1}")):
        case = write_case(name, f"""
mesh: {{file: {SOURCE}/cases/poisson_mms_3d/cube.geo, parameters: {{h: 0.0208}}}}
regions: {{cube: {{epsilon_r: 1}}}}
boundaries: {{left: {boundary}, walls: pec}}
initial: {{Ez: "sin(pi*y)*exp(-20*x*x)"}}
time: {{final: 0.1}}
output: {{}}
""")
        for device in ("cuda:0", "cuda:all"):
            speeds[name, device] = print_speed(f"{name}, {device}", run(case, OUT / f"{name}_{device[5:]}", [], device))
    shares = {name: speeds[name, "cuda:all"] / speeds[name, "cuda:0"] / n_gpus() for name in ("plain", "layers")}
    print(f"efficiency: {shares}: {shares['layers'] / shares['plain']:.3f} with layers to without")


def write_cube(n, final):
    """A cavity of 6 (n − 1)³ cells."""
    return write_case("cube", f"""
mesh: {{file: {SOURCE}/tests/meshes/cube_structured.geo, parameters: {{n: {n}}}}}
regions: {{vacuum: {{epsilon_r: 1}}}}
boundaries: {{walls: pec}}
initial: {{Ez: "sin(pi*x)*sin(pi*y)"}}
time: {{final: {final}}}
output: {{}}
""")


def processes():
    """About a million cells: GPUs of one process, and a process each."""
    case = write_cube(56, 0.12)
    for device in ("cuda:0", "cuda:all"):
        print_speed(device, run(case, OUT / f"cube_{device[5:]}", [], device))
    for by, environment in (("peer access", {}), ("sockets", BY_SOCKETS)):
        print_speed(f"processes by {by}", run_in_processes(n_gpus(), case, OUT / f"cube_{by[:4]}", [], environment))
    elliptic_processes()


def elliptic_processes():
    """11 million unknowns of an elliptic problem: one GPU, GPUs of one process, and a process each."""
    path = SOURCE / "cases/poisson_mms_3d/case.yaml"
    settings = ["order=3", "mesh.parameters.h=0.0208", "output={}", "solver={operator: matrix_free}"]
    for device in ("cuda:0", "cuda:all"):
        if found := run(path, OUT / f"poisson_{device[5:]}", settings, device):
            print_elliptic_speed(f"poisson, {device}", found)
    for by, environment in (("peer access", {}), ("sockets", BY_SOCKETS)):
        if found := run_in_processes(n_gpus(), path, OUT / f"poisson_{by[:4]}", settings, environment):
            print_elliptic_speed(f"poisson, processes by {by}", found)


def ways_to_run(case, settings):
    return {"one GPU": lambda: run(case, OUT / "one", settings, "cuda:0"),
            "GPUs of one process": lambda: run(case, OUT / "all", settings, "cuda:all"),
            "a process each": lambda: run_in_processes(n_gpus(), case, OUT / "each", settings)}


def outputs():
    """How long steps wait for snapshots of half a million cells of order 4."""
    for form, every in (("vtu", 0.004), ("hdf5", 0.04)):
        case, settings = write_cube(46, 0.04), [f"output.fields={{format: {form}, every: {every}}}"]
        for name, way in ways_to_run(case, settings).items():
            if found := way():
                print(f"{form}, {name}: {round(0.04 / every) + 1} snapshots, {found['wall_seconds']['output']:.2f} s",
                      flush=True)


def set_up():
    """The time until the first step, with a kept mesh and kept kernels: of three runs the fastest."""
    for n, order in ((46, 4), (118, 3)):
        case, settings = write_cube(n, 0.002), [f"order={order}"]
        ways = ways_to_run(case, settings)
        for way in ways.values():
            way()  # which keeps them
        found = {name: [] for name in ways}
        for _ in range(3):
            for name, way in ways.items():
                found[name].append(way())
        for name, summaries in found.items():
            if not all(summaries):
                continue
            best = min(summaries, key=lambda summary: summary["wall_seconds"]["setup"])
            seconds = best["wall_seconds"]
            parts = {part: round(took, 2) for part, took in seconds["parts"].items() if took > 0.02}
            print(f"{name}: {best['elements']} cells, set up in {seconds['setup']:.2f} s, "
                  f"host {best['memory_bytes']['host'] / 1e9:.2f} GB, {parts}", flush=True)


def elliptic():
    for device in ("cuda:0", "cuda:all"):
        lines = bench(device, "--physics", "poisson", "--order", 3, "--elements", 477000)
        expect(lines, f"elliptic, {device}: no measurement")
        print("\n".join(lines or []))


def large():
    """Unknowns of order 3 that one GPU cannot hold and two can: 8 kB a cell are too many."""
    query = ["nvidia-smi", "--query-gpu=memory.total", "--format=csv,noheader,nounits", "--id=0"]
    cells = int(subprocess.run(query, capture_output=True, text=True, check=True).stdout) * 2**20 // 8000
    for device, holds_it in (("cuda:0", False), ("cuda:all", True)):
        lines = bench(device, "--physics", "poisson", "--order", 3, "--elements", cells)
        expect(bool(lines) == holds_it, f"large, {device}: {'no solution' if holds_it else 'one GPU holds it'}")


STEPS = (same, ranks, killed, mistakes, waves, balance, processes, set_up, outputs, elliptic, large)

if __name__ == "__main__":
    names = [step.__name__ for step in STEPS]
    if unknown := set(sys.argv[1:]) - set(names):
        sys.exit(f"unknown: {', '.join(sorted(unknown))}; expected {', '.join(names)}")
    for step in [step for step in STEPS if step.__name__ in sys.argv[1:] or len(sys.argv) == 1]:
        began = time.time()
        print(f"== {step.__name__}", flush=True)
        step()
        print(f"== {step.__name__}: {time.time() - began:.0f} s", flush=True)
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)
