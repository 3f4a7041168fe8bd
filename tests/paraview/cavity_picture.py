"""The picture of cases/maxwell_cavity_2d/README.md, from a run of the case with order 6:

    xvfb-run --server-args="-noreset -screen 0 1280x1024x24" pvbatch cavity_picture.py fields.pvd picture.png
"""
import sys

from paraview.simple import (ColorBy, CreateView, ForceTime, GetColorTransferFunction, GetScalarBar, PVDReader,
                             SaveScreenshot, Show, Text, Transform)

TIMES, PITCH = [0, 0.4, 0.7], 2.25
WIDTH, HEIGHT, SCALE = 960, 300, 1.18  # pixels, and half the height in metres


def show_time(view, reader, column, time):
    frozen = ForceTime(Input=reader, ForcedTime=time, IgnorePipelineTime=1)
    for style, height in (("Surface", 0), ("Wireframe", 0.01)):  # edges above the surface they would sink into
        moved = Transform(Input=frozen)
        moved.Transform.Translate = [PITCH * column, 0, height]
        display = Show(moved, view)
        display.SetRepresentationType(style)
        display.NonlinearSubdivisionLevel = 2
        display.Ambient, display.Diffuse = 1, 0
        if style == "Surface":
            ColorBy(display, ("POINTS", "Ez"))
        else:
            display.ColorArrayName = [None, ""]
            display.AmbientColor = display.DiffuseColor = [0.3, 0.3, 0.3]
            display.LineWidth = 1
    label = Show(Text(Text=f"t = {time:g}"), view)
    label.WindowLocation = "Any Location"
    left = (PITCH * column + 0.86) / (2 * SCALE * WIDTH / HEIGHT)
    label.Position, label.Color, label.FontSize = [left, 0.92], [0, 0, 0], 13


def main():
    view = CreateView("RenderView")
    view.ViewSize, view.OrientationAxesVisibility = [WIDTH, HEIGHT], 0
    view.UseColorPaletteForBackground, view.Background = 0, [1, 1, 1]
    reader = PVDReader(FileName=sys.argv[1])
    for column, time in enumerate(TIMES):
        show_time(view, reader, column, time)
    colours = GetColorTransferFunction("Ez")
    colours.RescaleTransferFunction(-1, 1)
    colours.NumberOfTableValues = 20
    bar = GetScalarBar(colours, view)
    bar.Title, bar.ComponentTitle = "Ez", ""
    bar.TitleColor = bar.LabelColor = [0, 0, 0]
    bar.TitleFontSize, bar.LabelFontSize = 13, 12
    bar.AutomaticLabelFormat, bar.LabelFormat, bar.RangeLabelFormat = 0, "%g", "%g"
    bar.WindowLocation, bar.Position = "Any Location", [0.925, 0.12]
    bar.ScalarBarLength, bar.ScalarBarThickness, bar.Visibility = 0.7, 12, 1
    centre = SCALE * WIDTH / HEIGHT - 1.05
    view.CameraParallelProjection, view.CameraParallelScale = 1, SCALE
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [centre, 0.1, 10], [centre, 0.1, 0], [0, 1, 0]
    SaveScreenshot(sys.argv[2], view)


main()
