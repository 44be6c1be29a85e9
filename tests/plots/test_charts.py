"""Scales, labels and elements of the charts; the charts themselves are tested with the reports that draw them."""

import xml.etree.ElementTree as ET

import pytest

from sortilege.plots.charts import Bin, balance_chart, calibration_chart, legend, spread_labels, training_chart
from sortilege.plots.svg import Scale, element, polyline, svg


def test_an_element_escapes_its_attributes_and_leaves_out_empty_ones() -> None:
    group = element("g", css_class="a<b", x=1.25, stroke_width=2, id="")
    assert group == '<g class="a&lt;b" x="1.2" stroke-width="2"/>'


def test_a_line_of_one_point_is_drawn_as_a_circle() -> None:
    assert polyline([(1, 2)], "loss").startswith("<circle")
    assert polyline([(1, 2), (3, 4)], "loss") == '<polyline points="1.0,2.0 3.0,4.0" class="loss"/>'


def test_only_a_drawing_with_its_own_style_names_the_namespace() -> None:
    assert "xmlns" not in svg(10, 10, "inside a page", [])
    assert ET.fromstring(svg(10, 10, "a file", [], "text{}")).tag == "{http://www.w3.org/2000/svg}svg"


def test_charts_are_well_formed_whatever_their_words() -> None:
    charts = [
        training_chart("<&", [(0.5, 0.61)], []),
        training_chart("two", [(0.5, 0.61), (1.0, 0.5)], [(0.5, 0.4), (1.0, 0.6)]),
        calibration_chart("<&", "Brier 0.2", [Bin(0.15, 0.2, 5), Bin(0.9, 0.8, 40)]),
        balance_chart([("<&", 0.4, "+0.4"), ("luck", -0.2, "-0.2")], 0.5),
        legend(["<&", "Ann"]),
    ]
    for chart in charts:
        ET.fromstring(chart)
        assert "nan" not in chart


def test_marks_of_a_scale_are_round_and_inside() -> None:
    assert Scale(1173, 1817, 0, 100).marks() == [1200, 1400, 1600, 1800]
    assert Scale(0, 0.68, 0, 100).marks(4) == pytest.approx([0, 0.2, 0.4, 0.6])
    assert Scale(5, 5, 0, 100).at(5) == 0


def test_labels_that_would_lie_on_each_other_are_moved_apart() -> None:
    assert spread_labels([50, 52, 51], 17) == [50, 84, 67]
    assert max(spread_labels([239, 238], 17)) <= 240
