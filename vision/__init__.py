"""From a picture to a View of the table, and the loop from a camera to a keeper."""

import os

# A camera that is not there fills the terminal with OpenCV's and FFmpeg's own words; ours say what to do. Both are
# read when OpenCV is first imported.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
