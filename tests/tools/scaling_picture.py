#!/usr/bin/env python3
"""Draws kernels/several_gpus.png: GPUs against the host's CPU cores over the order, and the efficiency
of several GPUs, as measured and as a model of the exchange has it. Figures are those of kernels/PERFORMANCE.md,
"Waves on several GPUs". Needs Matplotlib.

    tests/tools/scaling_picture.py
"""
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

KERNELS = pathlib.Path(__file__).resolve().parents[2] / "kernels"

# Two H200 and 32 cores of one host, 2026-11-24: G fDOF/s of 199,920 tetrahedra, double precision, N = 1 … 8.
ORDERS = range(1, 9)
RATES = {
    "two H200": [109.6, 141.6, 163.2, 141.5, 132.4, 108.6, 103.0, 70.6],
    "one H200": [68.1, 81.5, 88.6, 77.0, 70.2, 56.5, 53.5, 36.0],
    "32 CPU cores": [3.15, 3.37, 2.90, 2.39, 1.98, 1.60, 1.26, 1.01],
}
# N = 4, double precision: faces that a part sends at most, by GPUs; a stage on one GPU, s.
FACES = {998_250: {2: 11_980, 4: 11_985, 8: 9_023, 16: 7_984}, 10_110_954: {2: 56_485, 4: 56_530, 8: 42_409, 16: 36_633}}
RATE_OF_ONE = 78e9
VALUES_OF_CELL, BYTES_OF_FACE = 35 * 6, 15 * 6 * 8
# To begin an exchange, s, and bytes/s: measured between two H200; a network of 400 Gbit/s, taken as one to a GPU.
LINKS = {"NVLink": (12e-6, 386e9), "two hosts, 400 Gbit/s a GPU": (25e-6, 48e9)}
# Fastest batches on two H200 (2026-11-24) and on four (2026-11-27).
MEASURED = {998_250: {2: 0.960, 4: 0.910}, 10_110_954: {2: 0.986, 4: 0.987}}
COLOURS = {998_250: "tab:orange", 10_110_954: "tab:blue"}


def efficiency(cells, gpus, link):
    latency, rate = LINKS[link]
    stage = cells * VALUES_OF_CELL / RATE_OF_ONE / gpus
    return stage / (stage + latency + FACES[cells][gpus] * BYTES_OF_FACE / rate)


def main():
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), constrained_layout=True)
    for name, rates in RATES.items():
        left.semilogy(ORDERS, rates, "o-", label=name)
    left.set(xlabel="order N", ylabel="G fDOF/s", ylim=(0.8, 300), title="199,920 tetrahedra, double precision")
    left.legend(loc="center left")
    left.grid(which="both", alpha=0.3)

    for cells, faces in FACES.items():
        for link, style in zip(LINKS, ("-", "--")):
            gpus = [n for n in faces if link == "NVLink" or n >= 4]
            right.plot(gpus, [efficiency(cells, n, link) for n in gpus], style, color=COLOURS[cells],
                       label=f"{cells / 1e6:.0f} M tetrahedra, model, {link}")
        right.plot(*zip(*MEASURED[cells].items()), "o", color=COLOURS[cells],
                   label=f"{cells / 1e6:.0f} M tetrahedra, measured")
    right.set(xlabel="GPUs", ylabel="efficiency", xscale="log", ylim=(0, 1.03), title="N = 4")
    right.set_xticks([2, 4, 8, 16], ["2", "4", "8", "16"])
    right.minorticks_off()
    right.legend(loc="lower left", fontsize=8)
    right.grid(alpha=0.3)
    figure.savefig(KERNELS / "several_gpus.png", dpi=100)


main()
