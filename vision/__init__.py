"""From a picture to a View of the table, and the loop from a camera to a keeper."""
