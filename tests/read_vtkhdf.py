"""Reads a .vtkhdf with VTK, and compares every step with the .vtu of the same run.

    python3 read_vtkhdf.py FILE.vtkhdf FIELDS.pvd      status 77 where there is no VTK that can
"""
import os
import sys
import xml.etree.ElementTree

try:
    import numpy
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError as error:
    print(error)
    sys.exit(77)
version = vtk.vtkVersion()
if (version.GetVTKMajorVersion(), version.GetVTKMinorVersion()) < (9, 3):
    print("VTK", version.GetVTKVersion(), "reads no VTKHDF in time")
    sys.exit(77)


def point_arrays(grid):
    data = grid.GetPointData()
    return {data.GetArrayName(i): vtk_to_numpy(data.GetArray(i)) for i in range(data.GetNumberOfArrays())}


def same(what, found, expected):
    if found.dtype != expected.dtype or not numpy.array_equal(found, expected):
        sys.exit(f"{what}: {found} is not {expected}")


file, index = sys.argv[1:]
sets = xml.etree.ElementTree.parse(index).getroot().findall(".//DataSet")
reader = vtk.vtkHDFReader()
reader.SetFileName(file)
reader.UpdateInformation()
times = reader.GetOutputInformation(0).Get(vtk.vtkStreamingDemandDrivenPipeline.TIME_STEPS())
same("times", numpy.array(times), numpy.array([float(s.get("timestep")) for s in sets]))
for s, time in zip(sets, times):
    xml_reader = vtk.vtkXMLUnstructuredGridReader()
    xml_reader.SetFileName(os.path.join(os.path.dirname(index), s.get("file")))
    xml_reader.Update()
    reader.UpdateTimeStep(time)
    found, expected = reader.GetOutput(), xml_reader.GetOutput()
    same("cell types", numpy.array([found.GetCellType(0)]), numpy.array([expected.GetCellType(0)]))
    same("points", *(vtk_to_numpy(g.GetPoints().GetData()) for g in (found, expected)))
    same("cells", *(vtk_to_numpy(g.GetCells().GetConnectivityArray()) for g in (found, expected)))
    same("region", *(vtk_to_numpy(g.GetCellData().GetArray("region")) for g in (found, expected)))
    arrays, expected_arrays = point_arrays(found), point_arrays(expected)
    if set(arrays) != set(expected_arrays):
        sys.exit(f"arrays: {set(arrays)} are not {set(expected_arrays)}")
    for name, values in expected_arrays.items():
        same(f"{name} at t = {time}", arrays[name], values)
print(len(times), "steps")
