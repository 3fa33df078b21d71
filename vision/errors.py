"""What can go wrong before a picture is read; each message says what to do."""


class VisionError(Exception):
    """Base of this room's errors. Its text is meant for the person at the table."""


class PictureError(VisionError):
    """A file is not a picture that can be read."""


class WeightsError(VisionError):
    """A network's weights are missing or damaged."""


class SourceError(VisionError):
    """A camera or a film cannot be opened."""
