"""Reads the matrix that a case wrote (output: matrix) with SciPy, and solves with it what the case solved.

    python3 read_matrix.py RESULTS      status 77 where SciPy or h5py is missing
"""
import sys

try:
    import h5py
    import numpy
    import scipy.io
    import scipy.sparse.linalg
except ImportError as error:
    print(error)
    sys.exit(77)


def expect_small(what, value, bound):
    if not value <= bound:
        sys.exit(f"{what}: {value}, expected {bound} at most")


def energy_norm(A, v):
    return numpy.sqrt(v @ (A @ v))


folder = sys.argv[1]
with h5py.File(f"{folder}/matrix.h5") as file:
    A = scipy.sparse.csr_matrix((file["data"][...], file["indices"][...], file["indptr"][...]), file["shape"][...])
    b = file["right_hand_side"][...]
text, right = scipy.io.mmread(f"{folder}/matrix.mtx"), scipy.io.mmread(f"{folder}/right_hand_side.mtx")
with h5py.File(f"{folder}/fields/fields_000000.h5") as file:
    u = file["u"][...].ravel()

expect_small("difference of the two files' matrices", abs(text - A).max(), 0)
expect_small("difference of the two files' right-hand sides", abs(right.ravel() - b).max(), 0)
expect_small("share that is not symmetric", abs(A - A.T).max() / abs(A).max(), 1e-14)
numpy.linalg.cholesky(A.toarray())  # throws where the matrix is not positive definite
expect_small("residual of the program's solution", numpy.linalg.norm(A @ u - b) / numpy.linalg.norm(b), 1e-12)
v = scipy.sparse.linalg.spsolve(A.tocsc(), b)
expect_small("difference of the solutions", energy_norm(A, u - v) / energy_norm(A, v), 1e-9)
print(len(b), "unknowns")
