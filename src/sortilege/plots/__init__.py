"""Charts as SVG and the HTML page that reports share. This package knows nothing about games; it draws numbers.

svg     elements, scales and markers
charts  the charts: intervals, matrix, bars, curves, training, calibration, win probability, balance
page    an HTML page with one style sheet for all reports
"""
