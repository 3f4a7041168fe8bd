"""What ParaView makes of the cavity (cases/maxwell_cavity_2d) at order 6; run by run.sh.

    pvbatch cavity.py picture.png fields.pvd fields.hdf.series

The cells of each file, evaluated by themselves at quadrature points, have the exact solution and its square's integral, and the
picture that it renders shows the exact solution at every pixel: no kink where a cell's polynomial is drawn as facets.
"""
import math
import sys

import numpy as np
from paraview import servermanager
from paraview.simple import (ColorBy, CreateView, GetColorTransferFunction, OpenDataFile, SaveScreenshot, Show)
from paraview.vtk.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOImage import vtkPNGReader

OMEGA = math.sqrt(2) * math.pi


def exact(x, y, t):
    return np.sin(math.pi * x) * np.sin(math.pi * y) * math.cos(OMEGA * t)


def quadrature(n):
    """n·n points and weights on the triangle (0,0), (1,0), (0,1), exact to degree 2n − 2: a square, collapsed."""
    points, weights = np.polynomial.legendre.leggauss(n)
    points, weights = (points + 1) / 2, weights / 2
    return [(a * (1 - b), b, wa * wb * (1 - b)) for a, wa in zip(points, weights) for b, wb in zip(points, weights)]


def jacobian(cell, place):
    derivatives = [0.0] * (2 * cell.GetNumberOfPoints())
    cell.InterpolateDerivs(place, derivatives)
    nodes = vtk_to_numpy(cell.GetPoints().GetData())[:, :2]
    return abs(np.linalg.det(np.reshape(derivatives, (2, -1)) @ nodes))


def check_cells(grid, t):
    """Largest error of Ez, and of ∫Ez², at points that ParaView's own cells evaluate."""
    values = vtk_to_numpy(grid.GetPointData().GetArray("Ez"))
    integral, worst = 0.0, 0.0
    rule = quadrature(8)
    for index in range(grid.GetNumberOfCells()):
        cell = grid.GetCell(index)
        nodal = values[[cell.GetPointId(i) for i in range(cell.GetNumberOfPoints())]]
        for r, s, weight in rule:
            place, x, shape = [r, s, 0.0], [0.0] * 3, [0.0] * cell.GetNumberOfPoints()
            cell.EvaluateLocation(servermanager.vtk.mutable(0), place, x, shape)
            ez = float(np.dot(shape, nodal))
            integral += weight * jacobian(cell, place) * ez * ez
            worst = max(worst, abs(ez - exact(x[0], x[1], t)))
    error = abs(integral - math.cos(OMEGA * t) ** 2)  # ∫∫ sin²πx sin²πy = 1
    print(f"t = {t:.2f}: {grid.GetCell(0).GetClassName()}, largest error of Ez {worst:.2e}, of its square's integral {error:.2e}")
    assert worst < 1e-5 and error < 1e-6


def check_picture(reader, t, file):
    """Renders Ez as grey on the whole of the square, and compares each pixel with the exact solution."""
    size, grey_levels = 800, 256
    view = CreateView("RenderView")
    view.ViewSize, view.ViewTime, view.OrientationAxesVisibility = [size, size], t, 0
    display = Show(reader, view)
    display.NonlinearSubdivisionLevel = 3
    display.Ambient, display.Diffuse = 1, 0
    ColorBy(display, ("POINTS", "Ez"))
    colours = GetColorTransferFunction("Ez")
    colours.ColorSpace = "RGB"
    colours.RGBPoints = [-1, 0, 0, 0, 1, 1, 1, 1]
    colours.NumberOfTableValues = grey_levels
    view.CameraParallelProjection, view.CameraParallelScale = 1, 1  # half the height
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [0, 0, 10], [0, 0, 0], [0, 1, 0]
    display.SetScalarBarVisibility(view, False)
    SaveScreenshot(file, view)

    png = vtkPNGReader()
    png.SetFileName(file)
    png.Update()
    image = png.GetOutput()
    width, height, _ = image.GetDimensions()
    assert (width, height) == (size, size)
    grey = vtk_to_numpy(image.GetPointData().GetScalars())[:, 0].reshape(height, width)
    shown = grey / 255 * 2 - 1
    places = (np.arange(size) + 0.5) / size * 2 - 1
    x, y = np.meshgrid(places, places)
    worst = np.abs(shown - exact(x, y, t))[2:-2, 2:-2].max()  # without the rim
    print(f"picture at t = {t:.2f}: differs from the exact solution by {worst:.4f} at most, a level of grey is {2 / 255:.4f}")
    assert worst < 0.015


def main():
    picture, *files = sys.argv[1:]
    for file in files:
        reader = OpenDataFile(file)
        times = list(reader.TimestepValues)
        assert len(times) == 3, times
        print(file)
        for t in times:
            reader.UpdatePipeline(t)
            check_cells(servermanager.Fetch(reader), t)
        check_picture(reader, times[-1], picture)


main()
