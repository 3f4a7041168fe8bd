"""The pictures of cases/*/README.md, from a run of the case (maxwell_cavity_2d: with order 6):

    xvfb-run --server-args="-noreset -screen 0 1280x1024x24" pvbatch case_picture.py CASE fields.pvd picture.png
"""
import sys
from collections import namedtuple

from paraview.simple import (AssignViewToLayout, ColorBy, CreateLayout, CreateView, ForceTime, GetColorTransferFunction,
                             GetScalarBar, Plane, PlotOverLine, PVDReader, ResampleWithDataset, SaveScreenshot, Show,
                             Text, Transform)

# What is coloured, an array, one of its components or its magnitude, from low to high, at a time.
Panel = namedtuple("Panel", "time array component low high colours label edges",
                   defaults=("Cool to Warm", "", True))
# Planes side by side: the window that is seen of each, and whether all share the last one's bar of colours.
Planes = namedtuple("Planes", "panels window shared_bar")
# A body, or the unit cube with the corner at (1, 1, 1) cut out, from a direction.
Solid = namedtuple("Solid", "panel is_cut_cube direction centre half_height")
# An array along a line, at times.
Line = namedtuple("Line", "array ends times")

ROOMY, EXACT = (-1.06, 1.06, -1.06, 1.26), (0, 3, 0, 3)
CUBE = (True, (3, 2, 2.2), (0.5, 0.5, 0.5), 0.92)
VIRIDIS, INFERNO = "Viridis (matplotlib)", "Inferno (matplotlib)"

PICTURES = {
    "maxwell_cavity_2d": Planes([Panel(t, "Ez", None, -1, 1, label=f"t = {t:g}") for t in (0, 0.4, 0.7)], ROOMY, True),
    "advection_rotation": Planes([Panel(t, "u", None, 0, 1, label=label) for t, label in
                                  ((0, "t = 0"), (2.19911485751, "0.35 turns"), (6.28318530718, "1 turn"))], ROOMY, True),
    "euler_vortex": Planes([Panel(t, "rho", None, 0.5, 1, VIRIDIS, label=label) for t, label in
                            ((0, "t = 0"), (4, "t = 4"), (12, "t = 12"))], (-6.06, 6.06, -6.06, 7.26), True),
    "couette_heated": Planes([Panel(20, "velocity", "X", 0, 1, VIRIDIS), Panel(20, "T", None, 0.8, 0.87, INFERNO, edges=False)],
                             (-0.06, 1.06, -0.06, 1.06), False),
    "cylinder_re100": Planes([Panel(60, "velocity", "Magnitude", 0, 1.4, VIRIDIS, edges=False)], (-3, 15, -4.5, 4.5), False),
    "naca0012": Planes([Panel(10, "mach", None, 0.2, 0.75, VIRIDIS, edges=False)], (-0.5, 1.5, -0.6, 0.6), False),
    "sod": Line("rho", ((0, 0.04, 0), (1, 0.04, 0)), (0.2,)),
    "shu_osher": Line("rho", ((-5, 0.2, 0), (5, 0.2, 0)), (1.8,)),
    "double_mach": Planes([Panel(0.2, "rho", None, 1.4, 21, VIRIDIS, edges=False)], (0, 3.2, 0, 1), False),
    "forward_step": Planes([Panel(4, "rho", None, 0.2, 6.5, VIRIDIS, edges=False)], (0, 3, 0, 1), False),
    "microstrip_2d": Planes([Panel(0, "u", None, 0, 1, VIRIDIS),
                             Panel(0, "E", "Magnitude", 0, 2.5, INFERNO, edges=False)], EXACT, False),
    "poisson_lshape": Planes([Panel(0, "u", None, 0, 1.4, VIRIDIS),
                              Panel(0, "E", "Magnitude", 0, 2, INFERNO, edges=False)], (-1, 1, -1, 1), False),
    "coax_2d": Planes([Panel(0, "u", None, 0, 1, VIRIDIS),
                       Panel(0, "E", "Magnitude", 0, 2000, INFERNO, edges=False)], (-1.53e-3, 1.53e-3, -1.53e-3, 1.53e-3), False),
    "resonator_spectrum": Planes([Panel(t, "Ez", None, -0.5, 0.5, label=label) for t, label in
                                  ((0, "t = 0"), (2e-8, "t = 20 ns"))], (-0.032, 0.032, -0.032, 0.038), True),
    "static_start": Planes([Panel(t, "E", "Y", -800, 0, VIRIDIS, label) for t, label in
                            ((0, "t = 0"), (1e-10, "t = 100 ps"))], (-5e-5, 2.05e-3, -5e-5, 2.4e-3), True),
    "grating_2d": Planes([Panel(9e-14, "Ez", None, -0.2, 0.2)], (-1.2e-6, 1.5e-6, -0.6e-6, 0.6e-6), False),
    "maxwell_cavity_3d": Solid(Panel(0.6, "E", "Z", -1, 1), *CUBE),
    "sphere_re300": Planes([Panel(2, "velocity", "Magnitude", 0, 1.4, VIRIDIS, edges=False)], (-1.5, 4.5, -1.5, 1.5), False),
    "taylor_green_re1600": Solid(Panel(2, "velocity", "Magnitude", 0, 1, VIRIDIS), False, (18.8, 12.6, 13.8), (3.14, 3.14, 3.14), 5.8),
    "blast_sphere": Solid(Panel(0.25, "rho", None, 0.1, 0.5, VIRIDIS), False, (-2, -3, -2.2), (0.5, 0.5, 0.5), 0.92),
    "maxwell_plane_wave": Solid(Panel(1, "Ex", None, -0.75, 0.75), False, *CUBE[1:]),
    "poisson_mms_3d": Solid(Panel(0, "u", None, -2.8, 2.8), *CUBE),
    "poisson_contrast": Solid(Panel(0, "u", None, 0, 1), *CUBE),
    "capacitor_sphere": Solid(Panel(0, "u", None, 0, 1, VIRIDIS), False, (-2, -3, -2.2), (0.95, 0.95, 0.95), 1.6),
    "waveguide_wr90": Solid(Panel(3e-9, "E", "Y", -1, 1), False, (2, 3, 1.5), (0.0114, 0.0051, 0.034), 0.039),
    "cavity_step": Solid(Panel(8e-10, "E", "Z", -1, 1), False, (2, -3, 2.5), (0, 0, 0.01), 0.036),
    "maxwell_dielectric_interface": Line("Ez", ((-2, 0.1, 0), (1, 0.1, 0)), (2, 4)),
    "skin_depth": Line("Ez", ((-0.002, 0.001, 0), (0.03, 0.001, 0)), (4.5e-9, 4.75e-9)),
}
HEIGHT, BAR_WIDTH = 300, 90  # pixels


def title_of(panel):
    if panel.component is None:
        return panel.array
    return "|" + panel.array + "|" if panel.component == "Magnitude" else panel.array + panel.component.lower()


def new_view(width, height):
    view = CreateView("RenderView")
    view.ViewSize, view.OrientationAxesVisibility, view.CameraParallelProjection = [width, height], 0, 1
    view.UseColorPaletteForBackground, view.Background = 0, [1, 1, 1]
    return view


def at_time(reader, time):
    return ForceTime(Input=reader, ForcedTime=time, IgnorePipelineTime=1)


def show_colours(source, view, panel):
    display = Show(source, view)
    display.SetRepresentationType("Surface")
    display.NonlinearSubdivisionLevel = 3
    ColorBy(display, ("POINTS", panel.array) + ((panel.component,) if panel.component else ()))
    return display


def colours_of(panel):
    """Once all is shown: what is shown first sets the range too."""
    colours = GetColorTransferFunction(panel.array)
    colours.ApplyPreset(panel.colours, True)
    colours.AutomaticRescaleRangeMode = "Never"
    colours.RescaleTransferFunction(panel.low, panel.high)
    colours.NumberOfTableValues = 21  # 0 in the middle of one
    return colours


def show_edges(source, view):
    lifted = Transform(Input=source)
    lifted.Transform.Translate = [0, 0, 0.01]  # above the surface they would sink into
    display = Show(lifted, view)
    display.SetRepresentationType("Wireframe")
    display.NonlinearSubdivisionLevel = 2
    display.ColorArrayName = [None, ""]
    display.Ambient, display.Diffuse = 1, 0
    display.AmbientColor = display.DiffuseColor = [0.3, 0.3, 0.3]


def show_bar(panel, view, left):
    bar = GetScalarBar(colours_of(panel), view)
    bar.Title, bar.ComponentTitle = title_of(panel), ""
    bar.TitleColor = bar.LabelColor = [0, 0, 0]
    bar.TitleFontSize, bar.LabelFontSize = 13, 12
    bar.AutomaticLabelFormat, bar.LabelFormat, bar.RangeLabelFormat = 0, "%g", "%g"
    bar.WindowLocation, bar.Position = "Any Location", [left, 0.12]
    bar.ScalarBarLength, bar.ScalarBarThickness, bar.Visibility = 0.7, 12, 1


def show_label(view, text):
    label = Show(Text(Text=text), view)
    label.WindowLocation, label.Color, label.FontSize = "Upper Center", [0, 0, 0], 13


def draw_planes(picture, reader, file):
    """A view for each plane, and one for each bar."""
    low_x, high_x, low_y, high_y = picture.window
    width = round(HEIGHT * (high_x - low_x) / (high_y - low_y))
    views = []
    for panel in picture.panels:
        view = new_view(width, HEIGHT)
        display = show_colours(at_time(reader, panel.time), view, panel)
        display.Ambient, display.Diffuse = 1, 0
        if panel.edges:
            show_edges(at_time(reader, panel.time), view)
        if panel.label:
            show_label(view, panel.label)
        middle = [(low_x + high_x) / 2, (low_y + high_y) / 2, 0]
        view.CameraFocalPoint, view.CameraPosition, view.CameraViewUp = middle, middle[:2] + [10], [0, 1, 0]
        view.CameraParallelScale = (high_y - low_y) / 2
        views.append(view)
        if not picture.shared_bar or panel is picture.panels[-1]:
            views.append(new_view(BAR_WIDTH, HEIGHT))
            show_bar(panel, views[-1], 0.1)
    layout, cell = CreateLayout("all"), 0
    rest = sum(view.ViewSize[0] for view in views)
    layout.SetSize(rest, HEIGHT)
    for view in views[:-1]:
        left = layout.SplitHorizontal(cell, view.ViewSize[0] / rest)
        AssignViewToLayout(view, layout, left)
        rest, cell = rest - view.ViewSize[0], left + 1
    AssignViewToLayout(views[-1], layout, cell)
    layout.SetSize(sum(view.ViewSize[0] for view in views), HEIGHT)
    SaveScreenshot(file, layout, SeparatorWidth=0, SeparatorColor=[1, 1, 1])


def cut_cube(source):
    """The fields on the sides of the unit cube and of the corner that is cut out, as rectangles."""
    end, half = 1 - 1e-6, 0.5
    for axis in range(3):
        for origin, first, second, depth in (((0, 0), (1, 0), (0, half), end), ((0, half), (half, half), (0, 1), end),
                                             ((half, half), (1, half), (half, 1), half)):
            def point(place):
                clipped = [min(max(p, 1e-6), end) for p in place]
                return clipped[:axis] + [depth] + clipped[axis:]
            rectangle = Plane(Origin=point(origin), Point1=point(first), Point2=point(second), XResolution=48,
                              YResolution=48)
            # A tolerance, for curved cells are searched by flat pieces, with gaps.
            yield ResampleWithDataset(SourceDataArrays=source, DestinationMesh=rectangle, ComputeTolerance=0,
                                      Tolerance=0.01)


def draw_solid(picture, reader, file):
    view = new_view(480, 400)
    source = at_time(reader, picture.panel.time)
    for part in cut_cube(source) if picture.is_cut_cube else [source]:
        display = show_colours(part, view, picture.panel)
        display.Ambient, display.Diffuse = 0.65, 0.4
    show_bar(picture.panel, view, 0.86)
    right = [-picture.direction[1], picture.direction[0], 0]  # room for the bar there
    shift = 0.12 * picture.half_height / sum(r * r for r in right) ** 0.5
    centre = [c + shift * r for c, r in zip(picture.centre, right)]
    view.CameraFocalPoint = centre
    view.CameraPosition = [c + 3 * d for c, d in zip(centre, picture.direction)]
    view.CameraViewUp, view.CameraParallelScale = [0, 0, 1], picture.half_height
    SaveScreenshot(file, view)


def draw_line(picture, reader, file):
    view = CreateView("XYChartView")
    view.ViewSize = [720, HEIGHT]
    for time, colour in zip(picture.times, (("0.12", "0.47", "0.71"), ("0.84", "0.15", "0.16"))):
        sampled = PlotOverLine(Input=at_time(reader, time), Point1=picture.ends[0], Point2=picture.ends[1],
                               Resolution=600)
        display = Show(sampled, view)
        display.UseIndexForXAxis, display.XArrayName = 0, "Points_X"
        display.SeriesVisibility = [picture.array]
        display.SeriesLabel = [picture.array, f"t = {time:g}"]
        display.SeriesColor = [picture.array, *colour]
        display.SeriesLineThickness = [picture.array, "2"]
    view.BottomAxisTitle, view.LeftAxisTitle = "x", picture.array
    SaveScreenshot(file, view)


def main():
    case, fields, file = sys.argv[1:]
    picture = PICTURES[case]
    draw = {Planes: draw_planes, Solid: draw_solid, Line: draw_line}[type(picture)]
    draw(picture, PVDReader(FileName=fields), file)


main()
